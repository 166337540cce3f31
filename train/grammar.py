"""The language that the model learns: five kinds of sentences over 74 words, drawn at random.

Each kind has a place where the next word follows from one earlier word, and from nothing nearer. Those places are what the
evaluation asks about: `Sentence.target` is the position whose next word is decided, `Sentence.source` the position that decides it.
"""

from dataclasses import dataclass
from random import Random
from zlib import crc32

END = "."

# The singular, the plural, and the pronouns for one of them.
CREATURES = [
    ("cat", "cats", "it", "it"),
    ("dog", "dogs", "it", "it"),
    ("bird", "birds", "it", "it"),
    ("girl", "girls", "she", "her"),
    ("boy", "boys", "he", "him"),
    ("queen", "queens", "she", "her"),
    ("king", "kings", "he", "him"),
]
PRESENT = [("runs", "run"), ("sleeps", "sleep"), ("sings", "sing"), ("waits", "wait")]
NEAR = ["near", "behind", "with"]
FEELINGS = ["tired", "happy", "hungry", "cold"]
GIFTS = ["book", "ball", "song", "flower"]
QUALITIES = ["soft", "warm", "old", "small"]

# Who is spoken of decides the noun behind the adjective; the verb alone does not.
SCENES = {
    "cat": (["sat", "slept", "was"], "on the", "cushion"),
    "dog": (["sat", "slept", "was"], "on the", "mat"),
    "bird": (["sat", "sang", "was"], "in the", "nest"),
    "girl": (["sat", "slept", "was"], "on the", "bed"),
    "boy": (["sat", "slept", "was"], "on the", "chair"),
    "singer": (["sang", "spoke"], "in a", "voice"),
    "rain": (["fell"], "on the", "ground"),
    "leaf": (["fell", "was"], "on the", "grass"),
}


@dataclass(frozen=True)
class Sentence:
    """Words (a full stop comes behind them); the place whose next word is decided, and the place of the word that decides it."""

    kind: str
    words: list[str]
    target: int
    source: int
    choices: list[str] | None = None

    @property
    def answers(self) -> list[str]:
        """The next words that are right."""
        return self.choices or [self.words[self.target + 1]]


def scene(random: Random) -> Sentence:
    """the cat sat on the soft → cushion: an adjective whose noun is decided by the subject."""
    who = random.choice(list(SCENES))
    verbs, place, noun = SCENES[who]
    words = ["the", who, random.choice(verbs), *place.split(), random.choice(QUALITIES), noun]
    return Sentence("scene", words, 5, 1)


def agreement(random: Random) -> Sentence:
    """the cats near the dog → run: the verb agrees with the subject, whatever stands between."""
    first, second = random.sample(CREATURES, 2)
    number, other = random.randrange(2), random.randrange(2)
    verbs = [pair[1 - number] for pair in PRESENT]
    words = ["the", first[1 - number], random.choice(NEAR), "the", second[1 - other], random.choice(verbs)]
    return Sentence("agreement", words, 4, 1, verbs)


def pronoun(random: Random) -> Sentence:
    """the girl saw the dog because → she: who felt it is the subject."""
    first, second = random.sample(CREATURES, 2)
    many = random.random() < 0.3
    subject = first[1] if many else first[0]
    felt = ["they", "were"] if many else [first[2], "was"]
    words = ["the", subject, random.choice(["saw", "liked"]), "the", second[random.randrange(2)], "because", *felt, random.choice(FEELINGS)]
    return Sentence("pronoun", words, 5, 1)


def gift(random: Random) -> Sentence:
    """the boy saw the queen and gave → her: who is given something is the one that was seen."""
    first, second = random.sample(CREATURES, 2)
    many = random.random() < 0.3
    words = ["the", first[random.randrange(2)], "saw", "the", second[1] if many else second[0], "and", "gave"]
    words += ["them" if many else second[3], "a", random.choice(GIFTS)]
    return Sentence("gift", words, 6, 4)


def copy(random: Random) -> Sentence:
    """say ball cat old again cat → old: what followed the first time follows again. It begins again anywhere, so that counting words does not help."""
    pool = GIFTS + QUALITIES + FEELINGS + [one[0] for one in CREATURES]
    said = random.sample(pool, random.randint(3, 7))
    start = random.randrange(len(said) - 1)
    words = ["say", *said, "again", *said[start:]]
    asked = random.randrange(start, len(said) - 1)
    return Sentence("copy", words, len(said) + 2 + asked - start, 2 + asked)


KINDS = {scene: 3, agreement: 3, pronoun: 2, gift: 2, copy: 5}
VOCABULARY = sorted(
    {END, "the", "a", "on", "in", "because", "and", "gave", "saw", "liked", "were", "was", "they", "them", "say", "again"}
    | {word for one in CREATURES for word in one}
    | {word for pair in PRESENT for word in pair}
    | set(NEAR + FEELINGS + GIFTS + QUALITIES)
    | {word for who, (verbs, place, noun) in SCENES.items() for word in [who, *verbs, *place.split(), noun]}
)


def sentence(random: Random) -> Sentence:
    """One sentence of any kind."""
    [kind] = random.choices(list(KINDS), list(KINDS.values()))
    return kind(random)


def held_out(words: list[str]) -> bool:
    """Whether a sentence is kept for the evaluation: one in ten, the same in every run. No training text has it."""
    return crc32(" ".join(words).encode()) % 10 == 0


def text(random: Random, length: int) -> list[str]:
    """So many words of sentences for training, one behind the other; the first begins at the beginning, the last may be cut."""
    words: list[str] = []
    while len(words) < length:
        drawn = sentence(random).words
        if not held_out(drawn):
            words += [*drawn, END]
    return words[:length]


def held_out_sentences(random: Random, count: int) -> list[Sentence]:
    """So many of those that no training text has."""
    out: list[Sentence] = []
    while len(out) < count:
        drawn = sentence(random)
        if held_out(drawn.words):
            out.append(drawn)
    return out
