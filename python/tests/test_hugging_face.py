"""What models of transformers give back, in a stand-in of the same shapes."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch
from attention_explainer import Attention, from_transformers, html, save
from conftest import read_safetensors, weights

LAYERS = tuple(torch.tensor(weights(2, 3, 5, 5)) * (i + 1) for i in range(4))  # a batch of 2
IDS = torch.tensor([[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
SEVERAL = "outputs has 2 tuples of attention weights, an encoder's and a decoder's or generate()'s steps; give the one you mean"
NEEDED = 'outputs has no attention weights: call the model with output_attentions=True (and load it with attn_implementation="eager")'


class Tokenizer:
    def __init__(self, vocabulary):
        self.vocabulary = vocabulary

    def convert_ids_to_tokens(self, ids):
        assert isinstance(ids, list) and all(type(one) is int for one in ids)
        return [self.vocabulary[one] if one < len(self.vocabulary) else None for one in ids]


class Outputs(dict):
    """As transformers' ModelOutput: a dictionary whose entries are attributes too."""

    __getattr__ = dict.get


BYTE_LEVEL = Tokenizer(["The", "Ġcat", "Ċ", "ĠcafÃ©", "<|endoftext|>"])


@pytest.mark.parametrize("batch", [0, 1])
@pytest.mark.parametrize(
    "outputs",
    [
        SimpleNamespace(attentions=LAYERS),
        Outputs(attentions=LAYERS, logits=torch.ones(2, 5, 9)),
        {"attentions": LAYERS},
        LAYERS,
        list(LAYERS),
        (torch.ones(2, 5, 9), tuple(torch.ones(2, 5, 8) for _ in range(5)), LAYERS),  # return_dict=False
        (torch.ones(2, 5, 9), LAYERS, tuple(torch.ones(2, 3, 5, 7) for _ in range(4))),
    ],
    ids=["object", "ModelOutput", "dictionary", "attentions", "list", "tuple", "tuple with keys"],
)
def test_one_text_of_the_batch(tmp_path, outputs, batch):
    found = from_transformers(outputs, BYTE_LEVEL, IDS, batch)
    assert isinstance(found, Attention)
    save(tmp_path / "a.safetensors", found)
    arrays, _ = read_safetensors((tmp_path / "a.safetensors").read_bytes())
    np.testing.assert_array_equal(arrays["attention"], np.stack([layer[batch].numpy() for layer in LAYERS]).astype(np.float32))
    assert found.tokens == (["The", " cat", "↵", " café", "<|endoftext|>"] if batch == 0 else ["<|endoftext|>", " café", "↵", " cat", "The"])


@pytest.mark.parametrize("ids", [IDS[0], IDS[:1], [0, 1, 2, 3, 4], [[0, 1, 2, 3, 4]], IDS.numpy(), {"input_ids": IDS}], ids=range(6))
def test_ids_as_they_come(ids):
    assert from_transformers(LAYERS, BYTE_LEVEL, ids).tokens[1] == " cat"


def test_a_batch_of_one_row_of_ids_serves_each():
    assert from_transformers(LAYERS, BYTE_LEVEL, IDS[:1], batch=1).tokens[1] == " cat"


@pytest.mark.parametrize(
    "token, read",
    [
        ("##s", "##s"),
        ("[CLS]", "[CLS]"),
        ("▁cat", " cat"),
        ("café", "café"),  # a word, not bytes
        ("日本", "日本"),
        ("æĹ¥", "日"),
        ("æĹ", "æĹ"),  # a part of a letter
        ("ĠĠ", "  "),
        ("ĉ", "⇥"),
        ("ĠâĪĴ", " −"),
        ("Â¬Â®Â¡~!Ã¿Âł", "¬®¡~!ÿ\u00a0"),  # where the letters that stand for bytes begin and end
    ],
)
def test_tokens_as_they_are_read(token, read):
    assert from_transformers(LAYERS, Tokenizer([token] * 5), IDS).tokens == [read] * 5


CROSS = tuple(torch.ones(2, 3, 4, 5) / 5 for _ in range(4))  # 4 words of a decoder
STEP = tuple(torch.ones(1, 3, 1, 5) / 5 for _ in range(4))  # of generate(), with a cache


@pytest.mark.parametrize(
    "outputs, n", [(CROSS, 4), (STEP, 1), (SimpleNamespace(attentions=STEP), 1), ((torch.ones(2, 4, 9), LAYERS), 5), ((LAYERS, (None,) * 4), 5)], ids=range(5)
)
def test_other_queries_than_keys(tmp_path, outputs, n):
    save(tmp_path / "a.safetensors", from_transformers(outputs, BYTE_LEVEL, IDS))
    arrays, metadata = read_safetensors((tmp_path / "a.safetensors").read_bytes())
    assert arrays["attention"].shape == (4, 3, n, 5) and "café" in metadata["tokens"].encode().decode("unicode_escape")


def test_without_a_tokenizer_there_are_no_tokens(tmp_path):
    assert from_transformers(LAYERS).tokens is None


def test_what_it_gives_goes_into_a_page(dist):
    assert "4 layers of 3 heads over 5 tokens: The cat ↵ café &lt;|endoftext|&gt;." in html(attention=from_transformers(LAYERS, BYTE_LEVEL, IDS), source=dist)


@pytest.mark.parametrize(
    "outputs, named, sentence",
    [
        (SimpleNamespace(attentions=None), {}, NEEDED),
        (SimpleNamespace(logits=1), {}, NEEDED),
        ({"logits": 1}, {}, NEEDED),
        (SimpleNamespace(attentions=()), {}, NEEDED),
        (SimpleNamespace(attentions=(None, None)), {}, NEEDED),
        ((None, None), {}, NEEDED),
        ((torch.ones(2, 5, 9),), {}, NEEDED),
        (
            Outputs(decoder_attentions=LAYERS, encoder_attentions=LAYERS),
            {},
            "outputs has attention weights of an encoder and of a decoder; give outputs.encoder_attentions or outputs.decoder_attentions",
        ),
        (SimpleNamespace(attentions=(LAYERS, LAYERS)), {}, "outputs.attentions[0] is no array; after generate(), give one step, outputs.attentions[i]"),
        ((LAYERS, LAYERS), {}, SEVERAL),
        ((torch.ones(2, 5, 9), LAYERS, torch.ones(2, 5, 8), LAYERS), {}, SEVERAL),
        ((LAYERS, STEP, STEP), {}, SEVERAL.replace("2", "3")),
        (SimpleNamespace(attentions=(LAYERS[0], LAYERS[1][0])), {}, "outputs.attentions[1] is [3, 5, 5]; it should be [batch, heads, n, n]"),
        (LAYERS, {"batch": 2}, "batch is 2; outputs has 2, counted from 0"),
        (LAYERS, {"batch": -1}, "batch is -1; outputs has 2, counted from 0"),
        (LAYERS, {"ids": None}, 'ids is not given: which ids was the model given? ids=inputs["input_ids"]'),
        (LAYERS, {"ids": IDS[:, :4]}, "ids has 4 and outputs.attentions has 5"),
        (LAYERS, {"ids": [0, 1, 2, 3, 4, 0]}, "ids has 6 and outputs.attentions has 5"),
        (CROSS, {"ids": IDS[:, :4]}, "ids has 4 and outputs.attentions has 5"),
        ((torch.ones(3, 2, 5, 5),), {"batch": 2}, "ids has 2 rows and batch is 2, counted from 0"),
        (LAYERS, {"ids": IDS[:0]}, "ids has 0 rows and batch is 0, counted from 0"),
        (LAYERS, {"ids": []}, "ids is no array of whole numbers"),
        (LAYERS, {"ids": [[0, 1, 2], [0, 1]]}, "ids is no array of whole numbers"),
        (LAYERS, {"ids": {"text": "The cat"}}, "ids is no array of whole numbers"),
        (LAYERS, {"ids": [0, 1, 2, 3, 7]}, "ids has 7, which the tokenizer does not know"),
        (LAYERS, {"ids": IDS[None]}, "ids is [1, 2, 5]; it should be [n] or [batch, n]"),
        (LAYERS, {"ids": IDS / 2}, "ids is no array of whole numbers"),
    ],
)
def test_what_is_wrong_is_said(outputs, named, sentence):
    with pytest.raises(ValueError) as told:
        from_transformers(outputs, BYTE_LEVEL, **{"ids": IDS, **named})
    assert str(told.value) == sentence
