// What all questions of the essay have in common, put around what their authors wrote (web/page/questions.ts says how): "Question 8", names for assistive
// technology, the button, the place of the verdict, and the box that keeps answers, below the first questions and the last.

const keep = `<p class="keep"><label><input type="checkbox" autocomplete="off"> Keep my answers on this device. Nothing leaves the page.</label> <span class="tally"></span></p>`;

/** After numberFigures(): it has numbered the forms. */
export function finishQuestions($, problems) {
    const forms = $("form.question").toArray();
    for (const one of forms) {
        const form = $(one);
        const { id } = one.attribs;
        const complain = (text) => problems.push(`question ${id}: ${text}`);
        form.attr({ method: "dialog", autocomplete: "off", novalidate: "", "aria-labelledby": `${id}-ask` }); // of a method that sends nothing, script or not
        const heading = form.children("h3").first().attr("id", `${id}-ask`);
        heading.html(`<span class="ask-number">Question ${one.attribs["data-number"]}</span> <span class="ask">${heading.html()}</span>`);
        form.find("fieldset").attr("aria-labelledby", `${id}-ask`);
        form.find('input[name="typed"]').attr({
            type: "text",
            inputmode: form.find("input").attr("min")?.startsWith("-") ? "text" : "decimal",
            size: "6",
        });

        const kinds = ["fieldset", ".typed", ".goal"].filter((kind) => form.find(kind).length > 0);
        const details = form.children("details");
        if (!/^question-/.test(id)) complain("its id must begin with question-");
        if (kinds.length !== 1) complain(`it must be of one kind, and is of ${kinds.length}`);
        if ((one.attribs["data-figure"] !== undefined) !== (kinds[0] === ".goal"))
            complain("a question with goals has a data-figure, and no other");
        if (heading.length !== 1 || details.length !== 1) complain("it must have one <h3> and one <details>");
        if (details.find("a[data-state][data-solution]").length !== 1)
            complain("its answer must lead to a figure in a state, by one link with data-solution");
        if (kinds[0] === "fieldset" && form.find("[data-right]").length !== 1) complain("one choice must be data-right");

        const said = '<span class="said" aria-hidden="true"></span><span class="spoken" role="status"></span>';
        if (kinds[0] === ".goal") {
            const figure = one.attribs["data-figure"];
            const number = $("attention-explainer")
                .filter((_, element) => element.attribs.id === figure)
                .closest("figure")
                .attr("data-number");
            if (form.find(".goal[data-ticks]").length > 1) form.addClass("two");
            if (!number) complain(`there is no figure ${figure}`);
            details.before(
                `<p class="verdict"><span class="unasked">Open <a href="#${figure}">figure ${number}</a> first: it is what answers.</span>${said}</p>\n`,
            );
        } else {
            const button = '<button class="check">Check</button>';
            if (kinds[0] === ".typed") form.find(".typed").append(` ${button}`);
            else form.find("fieldset").after(`\n<p class="checked">${button}</p>`);
            details.before(`<p class="verdict">${said}</p>\n`);
        }
    }
    const groups = [...new Set(forms.map(({ parent }) => parent))].map((parent) => $(parent).children("form.question").last());
    for (const form of new Set([groups[0], groups.at(-1)])) form?.after(keep);
}
