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
    """[batch, heads, n, n]"""
    return is_array(value) and len(value.shape) == 4 and value.shape[2] == value.shape[3]


def attentions_of(outputs):
    """The tuple of layers in an outputs object, a dictionary, a tuple that a model gives with return_dict=False, or that tuple itself."""
    if not isinstance(outputs, (list, tuple)) or hasattr(outputs, "attentions"):
        return item(outputs, "attentions")
    if len(outputs) > 0 and all(is_layer(one) for one in outputs):
        return outputs
    tuples = [one for one in outputs if isinstance(one, (list, tuple)) and len(one) > 0 and all(part is None or is_layer(part) for part in one)]
    return tuples[-1] if tuples else None


def ids_of(ids, batch: int) -> list:
    """Whole numbers [n] of ids [n], [batch, n], or what a tokenizer gives back."""
    if hasattr(ids, "keys"):
        ids = ids["input_ids"]
    array = plain(ids)
    if array.dtype.kind not in "iu":
        raise ValueError("ids is no array of whole numbers")
    if array.ndim not in (1, 2):
        raise ValueError(f"ids is {written(array.shape)}; it should be [n] or [batch, n]")
    if array.ndim == 2:
        array = array[batch if len(array) > 1 else 0]
    return [int(number) for number in array]


def from_transformers(outputs, tokenizer=None, ids=None, batch: int = 0) -> Attention:
    """The attention of one text, and its tokens, for save, html and show.

    outputs     what model(**inputs, output_attentions=True) gives back; a dictionary or a tuple will do
    tokenizer   gives tokens by convert_ids_to_tokens; without one the figure has numbers for words
    ids         the ids that the model was given: inputs, or inputs["input_ids"], [batch, n] or [n]
    batch       which text, where there are several"""
    layers = attentions_of(outputs)
    if layers is None and item(outputs, "decoder_attentions") is not None:
        raise ValueError("outputs has attention weights of an encoder and of a decoder; give outputs.encoder_attentions or outputs.decoder_attentions")
    if layers is None or len(layers) == 0 or any(layer is None for layer in layers):
        raise ValueError(ASK)
    for i, layer in enumerate(layers):
        if not is_array(layer):
            raise ValueError(f"outputs.attentions[{i}] is no array; after generate(), call the model once more with the whole text")
        if len(layer.shape) != 4:
            raise ValueError(f"outputs.attentions[{i}] is {written(layer.shape)}; it should be [batch, heads, n, n]")
        if not 0 <= batch < layer.shape[0]:
            raise ValueError(f"batch is {batch}; outputs has {layer.shape[0]}, counted from 0")
    tokens = None
    if tokenizer is not None:
        if ids is None:
            raise ValueError('ids is not given: which ids was the model given? ids=inputs["input_ids"]')
        tokens = [shown(token) for token in tokenizer.convert_ids_to_tokens(ids_of(ids, batch))]
        if len(tokens) != layers[0].shape[-1]:
            raise ValueError(f"ids has {len(tokens)} and outputs.attentions has {layers[0].shape[-1]}")
    return Attention([layer[batch] for layer in layers], tokens)
