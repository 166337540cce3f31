// Questions in the text, of three kinds, graded here and nowhere else. A new one is a file of plain HTML in web/essay/questions/, asked
// by a section (<form data-question="NAME">), and needs nothing in here. web/essay/questions.mjs adds what all have in common: "Question 8", the button, the place of the verdict.
//
//     <form class="question" id="question-NAME">
//       <h3>What is asked.</h3>
//       … text, links that drive a figure, numbers to touch …
//       one of the three below
//       <details><summary>Show the answer</summary> … <a href="#softmax" data-state="temperature=2" data-solution>See it</a></details>
//     </form>
//
// Every answer has one link with `data-solution`: to a figure in a state that shows (of a live question: solves) it. The answer is there without script.
//
// A choice:  <fieldset> <label><input type="radio" name="choice" value="a" data-right data-says="Because …"> text</label> … </fieldset>
//            `data-right` is on the right one; `data-says` is what is said to whoever takes it.
// A number:  <p class="typed"><label>The weight is <input name="typed" data-answer="9.8" data-within="0.5" data-unit="%" min="0" max="100"></label></p>
//            Right within the tolerance, which the text states. `data-says` as above; data-hint-100="…" is said to whoever types 100. If the figure has the number, data-value (or -parameter) names
//            it: tests/browser/questions.test.mjs asks the engine for it in the state of the solution.
// A live one: the form has data-figure="ID", and one or more goals, all of which must hold at once, in any state of that figure but for data-keep:
//            <p class="goal" data-value="largest weight" data-below="0.4" data-unit="%" data-digits="1" data-ticks="0 0.2 0.4 1">the largest weight</p>
//            data-value       a name in describe().values, or data-parameter  a parameter; data-per, data-less  divided by another, less another
//                             (data-part-unit, data-part-digits: how these two are written)
//            data-below, -above, -most, -least, or data-equals with data-within; or data-is="causal", for a parameter, with data-otherwise="what to say"
//            data-scale       what a described value is divided by first (bytes in a GiB)
//            data-unit, data-digits   how it is written ("%" shows a hundred times as much); data-too-much, data-too-little   words for its gap
//            data-ticks       a bar with this scale (the first and last number are its ends), data-log a logarithmic one, data-here words for the goal's frame
//            The text is what the number is called in the verdict. On the form: data-keep="score1 score2"  parameters that must be as in data-start (a state).
//
// A question that was answered right gets `data-answered` and sends `answered` (it bubbles). Nothing is fetched: a figure that is not loaded is not asked.

import "../attention-explainer.js"; // (what both scripts need is then one file)
import { make, setText } from "../element/dom.js";
import { parseState } from "../element/state/state.js";
import { complaintAbout, readingsOf } from "../element/state/typed-number.js";
import type { State } from "../element/types.js";
import { descriptionOf, exhibitOf, findFigure, watchFigure } from "../prose/figure.js";
import { isAsDriven } from "../prose/links.js";
import type { KeptAnswers } from "./kept-answers.js";
import { Bar } from "./question-bar.js";
import { changedSince, goalOf, judgeGoal, type Goal } from "./question-goal.js";

const stillness = 500; // ms that a figure rests before it counts, and before it is told

interface Question {
    form: HTMLFormElement;
    answers: KeptAnswers;
    changed(): void;
}

/** The verdict: what is seen, at once; what is spoken (to whoever is at work on this question, or has just solved it), when told to. */
function say(form: HTMLFormElement, right: boolean, words: string): string {
    form.dataset["verdict"] = right ? "right" : "wrong";
    const [said, summary] = [form.querySelector(".said"), form.querySelector("summary")];
    const first = right ? "Right." : "Not yet.";
    const rest = words === "" ? "" : ` ${words}`;
    if (said && said.textContent !== first + rest) {
        const sign = make("b");
        sign.textContent = first;
        said.replaceChildren(sign, rest);
    }
    if (summary) setText(summary, right ? "Why" : "Show the answer");
    return first + rest;
}

function speak(form: HTMLFormElement, text: string, aloud: boolean): void {
    const spoken = form.querySelector(".spoken");
    if (!spoken) return;
    spoken.setAttribute("aria-live", aloud ? "polite" : "off");
    setText(spoken, text);
}

const sentence = (text: string): string => (text === "" || /[.?!]$/.test(text) ? text : `${text}.`);

/** The answer is the reader's; if it is right, the question is answered for good. */
function answered({ form, answers, changed }: Question, answer: string, right: boolean): void {
    answers.set(form.id, answer);
    if (!right) return;
    const { top, bottom } = form.getBoundingClientRect();
    const details = form.querySelector("details");
    if (details && bottom > 0 && top < innerHeight) details.open = true; // (what is not seen does not move either)
    if (form.dataset["answered"] === undefined) {
        form.dataset["answered"] = "";
        form.dispatchEvent(new CustomEvent("answered", { bubbles: true }));
    }
    changed();
}

// ---- what is chosen or typed, and then checked

type Grade = [right: boolean, words: string];

function gradeChoice(chosen: HTMLInputElement | undefined): Grade {
    return chosen ? [chosen.dataset["right"] !== undefined, chosen.dataset["says"] ?? ""] : [false, "Choose one first."];
}

/** Who types a hint's number, to its last digit, is told so. */
function hintFor(field: HTMLInputElement, number: number): string | null {
    const hint = [...field.attributes].find(({ name }) => {
        const [wanted, digits = ""] = [name.slice(10), name.slice(10).split(".")[1]];
        return name.startsWith("data-hint-") && Math.abs(Number(wanted) - number) <= 0.5 * 10 ** -digits.length + 1e-9;
    });
    return hint?.value ?? null;
}

function gradeTyped(field: HTMLInputElement): Grade {
    const { answer = "", within = "0", unit = "", says = "" } = field.dataset;
    const range = { minimum: Number(field.min || -1e9), maximum: Number(field.max || 1e9) };
    const given = unit !== "" && field.value.trim().endsWith(unit) ? field.value.trim().slice(0, -unit.length).trim() : field.value;
    const isRight = (number: number): boolean => Math.abs(number - Number(answer)) <= Number(within) + 1e-9; // (0.1 + 0.2 is no further from 0.3 than 0.3 is)
    // 6,017 is a little over six, or six thousand: whichever is right was meant.
    const readings = readingsOf(range, given);
    const number = readings.find(isRight) ?? readings[0];
    field.setAttribute("aria-invalid", String(number === undefined));
    if (number === undefined) return [false, `It ${complaintAbout(range, given)}.`];
    const off = number - Number(answer);
    if (isRight(number)) return [true, says];
    return [false, hintFor(field, number) ?? (off > 0 ? "That is too much." : "That is too little.")];
}

function setUpChecked(question: Question): void {
    const { form, answers } = question;
    const radios = [...form.querySelectorAll<HTMLInputElement>("input[type=radio]")];
    const field = form.querySelector<HTMLInputElement>("input[name=typed]");
    const chosen = (): HTMLInputElement | undefined => radios.find(({ checked }) => checked);
    const grade = (): Grade => (field ? gradeTyped(field) : gradeChoice(chosen()));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const [right, words] = grade();
        const text = say(form, right, words);
        speak(form, "", true);
        setTimeout(() => speak(form, text, true), 50); // the same words twice are news twice
        const answer = field?.value ?? chosen()?.value ?? "";
        if (answer !== "") answered(question, answer, right);
    });
    // An answer that was kept comes back without a verdict: nothing on the page moves for it.
    const kept = answers.of(form.id);
    if (kept === undefined) return;
    if (field) field.value = kept;
    for (const radio of radios) radio.checked = radio.value === kept;
    if (grade()[0]) form.dataset["answered"] = "";
}

// ---- what a figure is asked

function setUpLive(question: Question, id: string): void {
    const { form, answers } = question;
    const figure = findFigure(form, id);
    const exhibit = figure && exhibitOf(figure);
    if (!figure || !exhibit) return;
    const parts: { goal: Goal; bar: Bar | null }[] = [...form.querySelectorAll<HTMLElement>(".goal")].map((place) => {
        const goal = goalOf(place.textContent.trim(), { ...place.dataset });
        const ticks = (place.dataset["ticks"] ?? "")
            .split(/\s+/)
            .filter((tick) => tick !== "")
            .map(Number);
        return { goal, bar: ticks.length > 1 ? new Bar(place, goal, ticks) : null };
    });
    const start: State = Object.fromEntries(
        parseState(exhibit, form.dataset["start"] ?? "").map((value, index) => [exhibit.parameters[index]?.name ?? "", value]),
    );
    let timer = 0;
    let told = "";
    const look = (): void => {
        const description = descriptionOf(figure);
        if (!description) return;
        const standing = { values: description.values, state: figure.state };
        const judged = parts.map(({ goal, bar }) => {
            const judgement = judgeGoal(goal, standing);
            bar?.show(judgement);
            return judgement;
        });
        const changed = changedSince(exhibit, form.dataset["keep"] ?? "", start, standing.state);
        const led = isAsDriven(figure); // (a link's solution is not the reader's)
        const right = changed === "" && judged.every(({ met }) => met);
        const words = judged
            .filter(({ met }) => right || !met)
            .map((one) => one.words)
            .filter((one) => one !== "");
        const text = say(form, right, sentence(changed === "" ? words.join(". ") : changed));
        if (text === told) return;
        told = text;
        clearTimeout(timer);
        timer = window.setTimeout(() => {
            speak(form, text, (right && form.dataset["answered"] === undefined) || form.matches(":focus-within"));
            if (right && !led) answered(question, "solved", true);
        }, stillness);
    };
    if (answers.of(form.id) !== undefined) form.dataset["answered"] = "";
    watchFigure(figure, look);
    look();
}

/** Sets all questions of the document going; figures must be defined. */
export function startQuestions(document: Document, answers: KeptAnswers): void {
    const forms = [...document.querySelectorAll<HTMLFormElement>("form.question")];
    const boxes = [...document.querySelectorAll<HTMLInputElement>(".keep input")];
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#question-"]')];
    const changed = (): void => {
        for (const link of links) link.classList.toggle("answered", document.querySelector(`${link.hash}[data-answered]`) !== null);
        const count = forms.filter(({ dataset }) => dataset["answered"] !== undefined).length;
        for (const tally of document.querySelectorAll(".tally"))
            setText(tally, count === 0 ? "" : `You have answered ${count} of ${forms.length}.`);
    };
    for (const box of boxes) {
        box.checked = answers.keeping;
        box.addEventListener("change", () => {
            const kept = answers.keep(box.checked);
            for (const one of boxes) one.checked = kept;
        });
    }
    for (const form of forms) {
        const question = { form, answers, changed };
        if (form.dataset["figure"] === undefined) setUpChecked(question);
        else setUpLive(question, form.dataset["figure"]);
    }
    changed();
}
