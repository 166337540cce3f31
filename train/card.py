"""The numbers of train/README.md, from the files in train/learned: written between two marks, and compared with what stands there."""

import json
from pathlib import Path

from .export import FOLDER

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- numbers: written by python3 -m train --card -->\n", "<!-- end of numbers -->\n"
# What a head may be looking at, in words; by kind it is the word that decides, from the word whose next is decided.
KINDS = {
    "copy": "what followed the first time (induction)",
    "agreement": "verb's subject",
    "pronoun": "pronoun's name",
    "gift": "who is given something",
    "scene": "noun's subject",
}


def name_of(head: dict) -> str:
    """Counted from 1, layer first: 2.3."""
    return f"{head['layer'] + 1}.{head['head'] + 1}"


def roles(evaluation: dict) -> dict[str, dict]:
    """Of each role the head that does most of it: its weight, and what is right without it."""

    def best(weight, without) -> dict:
        one = max(evaluation["heads"], key=weight)
        return {"layer": one["layer"], "head": one["head"], "weight": weight(one), "accuracy_without": without(one)}

    out = {"previous word": best(lambda one: one["kinds"]["copy"]["before"], lambda one: one["kinds"]["copy"]["accuracy_without"])}
    for kind, words in KINDS.items():
        out[words] = best(lambda one: one["kinds"][kind]["weight"], lambda one: one["kinds"][kind]["accuracy_without"])
    return out


def report(evaluation: dict) -> None:
    print(f"loss {evaluation['loss']:.3f} nats a word, {evaluation['sentences']} sentences that no training text has")
    for kind, one in evaluation["kinds"].items():
        print(f"  {kind:10} {one['accuracy']:6.1%} right, {one['share']:.2f} of the probability on right answers")
    for one in evaluation["heads"]:
        looks = ", ".join(f"{name} {one[name]:.2f}" for name in ("previous", "itself", "first"))
        kinds = ", ".join(f"{kind} {of['weight']:.2f} (without it {of['accuracy_without']:.0%})" for kind, of in one["kinds"].items())
        print(f"  head {name_of(one)}: {looks}, before a copied word {one['kinds']['copy']['before']:.2f}; {kinds}")


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]] + [""]


def numbers() -> str:
    evaluation, training, seeds = (json.loads((FOLDER / f"{name}.json").read_text()) for name in ("evaluation", "training", "seeds"))
    kinds = list(KINDS)
    last = training["checkpoints"][-1]
    lines = [
        f"Seed {training['seed']}. Loss in nats a word: {evaluation['loss']:.3f} on {evaluation['sentences']} held-out sentences; "
        f"{training['checkpoints'][0]['loss']:.2f} before training, {last['training_loss']:.3f} on the training's last batch (whose sentences stand one behind the other).",
        "",
    ]
    lines += table(
        ["question", "held-out sentences", "right", "probability on right answers"],
        [[kind, str(one["sentences"]), f"{one['accuracy']:.1%}", f"{one['share']:.3f}"] for kind, one in ((kind, evaluation["kinds"][kind]) for kind in kinds)],
    )
    lines += ["Each head: mean weight from the word that asks to the word that decides (in brackets: right answers with this head switched off, where fewer than 99 %).", ""]

    def cell(one: dict) -> str:
        return f"{one['weight']:.2f}" + (f" ({one['accuracy_without']:.0%})" if one["accuracy_without"] < 0.99 else "")

    lines += table(
        ["head", "previous word", "itself", "first word", "before a copied word", *kinds],
        [
            [name_of(one), *(f"{one[name]:.2f}" for name in ("previous", "itself", "first")), f"{one['kinds']['copy']['before']:.2f}", *(cell(one["kinds"][kind]) for kind in kinds)]
            for one in evaluation["heads"]
        ],
    )
    even = ", ".join(f"{kind} {evaluation['heads'][0]['kinds'][kind]['even']:.2f}" for kind in kinds)
    lines += [f"Spread evenly, the weight on the deciding word would be: {even}.", ""]
    lines += [f"The same training from {len(seeds)} seeds, in full: which head does most, its weight, and in brackets what is right without it.", ""]
    rows = [["loss", *(f"{one['loss']:.3f}" for one in seeds), f"{max(o['loss'] for o in seeds) - min(o['loss'] for o in seeds):.3f}"]]
    rows += [["right answers, the kind with fewest", *(f"{min(of['accuracy'] for of in one['kinds'].values()):.1%}" for one in seeds), ""]]
    for role in seeds[0]["roles"]:
        found = [one["roles"][role] for one in seeds]
        weights = [of["weight"] for of in found]
        rows.append([role, *(f"{name_of(of)}: {of['weight']:.2f} ({of['accuracy_without']:.0%})" for of in found), f"{max(weights) - min(weights):.2f}"])
    lines += table(["", *(f"seed {one['seed']}" for one in seeds), "spread"], rows)
    files = sorted((FOLDER / "checkpoints").glob("*.safetensors"))
    rounding = max(training["checkpoints"], key=lambda one: one["loss"] - one["unrounded_loss"])
    lines += [
        f"Checkpoints: {len(files)} files, {sum(file.stat().st_size for file in files):,} bytes in all, the largest {max(file.stat().st_size for file in files):,}. "
        f"Rounding costs most at step {rounding['step']}: loss {rounding['loss']:.3f} for {rounding['unrounded_loss']:.3f}.",
    ]
    return "\n".join(lines) + "\n"


def write_card() -> None:
    text = README.read_text()
    if not (FOLDER / "seeds.json").exists():
        print("no numbers for the README yet: python3 -m train --seeds")
        return
    before, rest = text.split(BEGIN)
    README.write_text(before + BEGIN + numbers() + END + rest.split(END)[1])


def is_stale() -> bool:
    return BEGIN + numbers() + END not in README.read_text()
