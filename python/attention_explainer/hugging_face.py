"""From what a model of Hugging Face's transformers gives back. Imports neither transformers nor PyTorch."""

from .tensors import Attention, is_array, plain, written

ASK = 'outputs has no attention weights: call the model with output_attentions=True (and load it with attn_implementation="eager")'

# How byte-level tokenizers (GPT-2's) write bytes: those that can be seen as themselves, the others as letters from U+0100 on.
SEEN = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
BYTES = {chr(byte): byte for byte in SEEN}
BYTES.update({chr(256 + i): byte for i, byte in enumerate(byte for byte in range(256) if byte not in SEEN)})


def shown(token: str) -> str:
    """A token as one reads it: "Ġcat" and "▁cat" are " cat", "Ċ" is "↵", "##s" stays."""
    if all(letter in BYTES for letter in token):
        try:
            token = bytes(BYTES[letter] for letter in token).decode()
        except UnicodeDecodeError:
            pass  # a part of a letter, or a word that was never written in bytes
    return token.replace("▁", " ").replace("\n", "↵").replace("\t", "⇥")


def item(value, name: str):
    """outputs[name] or outputs.name, None where there is none."""
    return value.get(name) if hasattr(value, "get") else getattr(value, name, None)


def is_layer(value) -> bool:
    """[batch, heads, n queries, m keys]"""
    return is_array(value) and len(value.shape) == 4


def are_layers(value, square: bool) -> bool:
    """A tuple of layers. Some may be missing; if all are, the model was not asked for them."""
    if not isinstance(value, (list, tuple)) or len(value) == 0:
        return False
    return all(part is None or (is_layer(part) and not (square and part.shape[2] != part.shape[3])) for part in value)


def attentions_of(outputs):
    """The tuple of layers in an outputs object, a dictionary, a tuple that a model gives with return_dict=False, or that tuple itself."""
    if not isinstance(outputs, (list, tuple)) or hasattr(outputs, "attentions"):
        return item(outputs, "attentions")
    if len(outputs) > 0 and all(is_layer(one) for one in outputs):
        return outputs
    # Among others a cache may stand, tuples of keys [batch, heads, n, d]: there weights are what is square.
    alone = all(are_layers(one, square=False) for one in outputs)
    found = [one for one in outputs if are_layers(one, square=not alone) and any(part is not None for part in one)]
    if len(found) > 1:
        raise ValueError(f"outputs has {len(found)} tuples of attention weights, an encoder's and a decoder's or generate()'s steps; give the one you mean")
    return found[0] if found else None


def ids_of(ids, batch: int) -> list:
    """Whole numbers [n] of ids [n], [batch, n], or what a tokenizer gives back."""
    if hasattr(ids, "keys"):
        ids = item(ids, "input_ids")
    array = plain(ids)
    if array.dtype.kind not in "iu":
        raise ValueError("ids is no array of whole numbers")
    if array.ndim not in (1, 2):
        raise ValueError(f"ids is {written(array.shape)}; it should be [n] or [batch, n]")
    if array.ndim == 2:
        row = 0 if len(array) == 1 else batch  # one text may stand for each
        if row >= len(array):
            raise ValueError(f"ids has {len(array)} rows and batch is {batch}, counted from 0")
        array = array[row]
    return [int(number) for number in array]


def tokens_of(tokenizer, ids: list) -> list:
    tokens = tokenizer.convert_ids_to_tokens(ids)
    if None in tokens:
        raise ValueError(f"ids has {ids[tokens.index(None)]}, which the tokenizer does not know")
    return [shown(token) for token in tokens]


def from_transformers(outputs, tokenizer=None, ids=None, batch: int = 0) -> Attention:
    """The attention of one text, and its tokens, for save, html and show.

    outputs     what model(**inputs, output_attentions=True) gives back; a dictionary or a tuple will do, or the tuple of layers alone, each
                [batch, heads, n, m], n queries and m keys: outputs.cross_attentions, or a step of generate(), outputs.attentions[i]
    tokenizer   gives tokens by convert_ids_to_tokens; without one the figure has numbers for words
    ids         the ids of what is attended to, the keys: inputs, or inputs["input_ids"], [batch, m] or [m]
    batch       which text, where there are several"""
    layers = attentions_of(outputs)
    if layers is None and item(outputs, "decoder_attentions") is not None:
        raise ValueError("outputs has attention weights of an encoder and of a decoder; give outputs.encoder_attentions or outputs.decoder_attentions")
    if layers is None or len(layers) == 0 or any(layer is None for layer in layers):
        raise ValueError(ASK)
    for i, layer in enumerate(layers):
        if not is_array(layer):
            raise ValueError(f"outputs.attentions[{i}] is no array; after generate(), give one step, outputs.attentions[i]")
        if len(layer.shape) != 4:
            raise ValueError(f"outputs.attentions[{i}] is {written(layer.shape)}; it should be [batch, heads, n, n]")
        if not 0 <= batch < layer.shape[0]:
            raise ValueError(f"batch is {batch}; outputs has {layer.shape[0]}, counted from 0")
    tokens = None
    if tokenizer is not None:
        if ids is None:
            raise ValueError('ids is not given: which ids was the model given? ids=inputs["input_ids"]')
        given = ids_of(ids, batch)
        if len(given) != layers[0].shape[-1]:
            raise ValueError(f"ids has {len(given)} and outputs.attentions has {layers[0].shape[-1]}")
        tokens = tokens_of(tokenizer, given)
    return Attention([layer[batch] for layer in layers], tokens)
