// Numbers of sections, figures and questions, the names of parts (data-part, on the first section of each), and the contents list made of them: a rail of
// stations. (What a section holds is shown where one is, and so by the script: web/page/contents.ts.)

const sections = ($) => $("main section[id]").not(".list").toArray();

/** "Figure 6." before the caption; the figure's id is its exhibit's if it has none. */
export function numberFigures($) {
    sections($).forEach((section, index) => {
        $(section)
            .children("h2")
            .first()
            .prepend(`<span class="number">${index + 1}</span> `);
    });
    $("figure attention-explainer").each((index, element) => {
        const figure = $(element);
        if (!figure.attr("id")) figure.attr("id", figure.attr("exhibit"));
        figure
            .closest("figure")
            .attr("data-number", String(index + 1))
            .find("figcaption")
            .first()
            .prepend(`<b>Figure ${index + 1}.</b> `);
    });
    $("form.question").each((index, form) => {
        $(form).attr("data-number", String(index + 1));
    });
}

/** What a section is called in the list. */
function nameOf($, section) {
    if (section.attribs["data-short"]) return section.attribs["data-short"];
    const heading = $(section).children("h2").first().clone();
    heading.find(".number").remove();
    heading.find("[id], [tabindex], [data-symbol]").addBack().removeAttr("id").removeAttr("tabindex").removeAttr("data-symbol");
    return heading.html()?.trim() ?? section.attribs.id;
}

export function writeContents($) {
    let rail = "<ol>";
    for (const section of sections($)) {
        const part = section.attribs["data-part"];
        if (part) {
            $(section).prepend(`<p class="part">${part}</p>`);
            rail += `\n</ol>\n<p class="part">${part}</p>\n<ol>`;
        }
        rail += `\n<li><a href="#${section.attribs.id}">${nameOf($, section)}</a></li>`;
    }
    const lists = $("main section.list")
        .toArray()
        .map((section) => `<a href="#${section.attribs.id}">${$(section).children("h2").text()}</a>`);
    $("#contents").html(`<details>
<summary><span class="bar-number"></span> <span class="bar-name">Contents</span></summary>
<div class="rail">
${rail}
</ol>
<p class="lists">${lists.join(" ")}</p>
</div>
</details>
<progress max="1" value="0" aria-hidden="true"></progress>
`);
}
