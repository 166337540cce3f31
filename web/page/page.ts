// The essay's own scripts. The essay reads without them.

import "../attention-explainer.js"; // (what both scripts need is then one file)
import { imported } from "../element/imported.js";
import { followReader } from "./contents.js";
import { explainMarks } from "./notes.js";
import { KeptAnswers } from "./kept-answers.js";
import { whenNear } from "./late-questions.js";
import { peekAtChanges } from "./peek.js";
import { takeBack } from "./take-back.js";
import { offerThemes } from "./themes.js";
import { leaveWayBack } from "./way-back.js";

const nav = document.getElementById("contents");
if (nav) followReader(nav);
explainMarks();
leaveWayBack(document);
peekAtChanges(document);
takeBack(document);
const themes = document.querySelector<HTMLElement>(".themes");
if (themes) offerThemes(themes);
// Until the code of questions is there, a press of their button goes nowhere.
document.addEventListener("submit", (event) => {
    if (event.target instanceof Element && event.target.matches("form.question")) event.preventDefault();
});
const answers = new KeptAnswers();
await Promise.all([
    answers.keeping || whenNear(document), // (what was answered is ticked in the contents)
    customElements.whenDefined("attention-explainer"), // the questions ask a figure for the verdict
]);
const { startQuestions } = await imported(() => import("./questions.js"));
startQuestions(document, answers);
