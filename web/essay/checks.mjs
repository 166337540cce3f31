// What must hold of the finished page: ids are unique, links within it lead somewhere, headings come in order, figures and numbers name what there is.

export function checkPage($, exhibits, problems) {
    const ids = new Set();
    $("[id]").each((_, one) => {
        if (ids.has(one.attribs.id)) problems.push(`two elements have the id ${one.attribs.id}`);
        ids.add(one.attribs.id);
    });
    $('a[href^="#"]').each((_, link) => {
        const id = decodeURIComponent(link.attribs.href.slice(1).split("?")[0]);
        if (id !== "" && !ids.has(id)) problems.push(`a link leads nowhere: ${link.attribs.href} (${$(link).text()})`);
    });
    let level = 0;
    $("h1, h2, h3, h4, h5, h6").each((_, heading) => {
        const now = Number(heading.name[1]);
        if (now > level + 1) problems.push(`heading out of order: ${$(heading).text()} is an ${heading.name} after an h${level}`);
        level = now;
    });
    const table = new Map(exhibits.map((exhibit) => [exhibit.id, exhibit]));
    $("attention-explainer").each((_, figure) => {
        if (!table.has(figure.attribs.exhibit)) problems.push(`there is no exhibit ${figure.attribs.exhibit}`);
    });
    $("attention-value").each((_, one) => {
        const { for: id, parameter } = one.attribs;
        const exhibit = table.get(
            $("attention-explainer")
                .filter((_, figure) => figure.attribs.id === id)
                .attr("exhibit"),
        );
        if (!exhibit) problems.push(`a number is for ${id}, which is no figure: ${$.html(one)}`);
        else if (parameter && !exhibit.parameters.some(({ name }) => name === parameter))
            problems.push(`${id} has no parameter ${parameter}: ${$.html(one)}`);
    });
    for (const { id, hidden } of exhibits)
        if (!hidden && $(`attention-explainer[exhibit="${id}"]`).length === 0)
            problems.push(`no file of web/essay/sections has a figure of ${id}: <figure><attention-explainer id="${id}" exhibit="${id}">…`);
    $("[style], [onclick], [onchange], [oninput]").each(
        (_, one) => void problems.push(`the page's policy forbids style="…" and handlers: ${$.html(one).slice(0, 80)}`),
    );
}
