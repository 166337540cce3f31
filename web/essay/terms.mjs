// Terms: <a class="term" href="#term-x"> in the text, <dt id="term-x"> in the list. The first one of a section is marked; the list leads back to each.

export function linkTerms($, problems) {
    const used = new Map(); // id of a term → the links that use it
    let count = 0;
    $("main section[id]")
        .not(".list")
        .each((index, section) => {
            const here = new Set();
            $(section)
                .find("a.term")
                .each((_, link) => {
                    const id = ($(link).attr("href") ?? "").slice(1);
                    if ($(`#terms dt[id="${id}"]`).length === 0)
                        return void problems.push(`${section.attribs.id}: no term ${id} in terms.html`);
                    if (here.has(id)) return void $(link).replaceWith($(link).contents()); // explained a moment ago
                    here.add(id);
                    $(link).attr("id", `use-${++count}`);
                    used.set(id, [...(used.get(id) ?? []), { number: index + 1, link: `use-${count}` }]);
                });
        });
    $("#terms dt").each((_, dt) => {
        const id = dt.attribs.id;
        if (!id) return void problems.push(`terms.html: ${$(dt).text()} has no id`);
        const links = used.get(id);
        if (!links) return void problems.push(`terms.html: ${id} is used in no section`);
        const back = links.map(({ number, link }) => `<a href="#${link}">${number}</a>`).join(", ");
        $(dt)
            .next("dd")
            .append(` <span class="back">${links.length > 1 ? "Sections" : "Section"} ${back}</span>`);
    });
}
