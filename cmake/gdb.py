# Pretty printers for gdb: attention::Matrix<T>, which is every matrix view, as rows of numbers, and a SIMD vector as its four floats
# (its type is of two long integers). gdb itself knows std::span and std::vector.
# `./build.sh debug` loads this; elsewhere: `source cmake/gdb.py`. Knows no exhibit.
import gdb

MOST = 24  # rows and columns shown; what is left out is said


def number(value):
    """Seven digits are all that a float has; NaN and infinities stand out by themselves."""
    try:
        return f"{float(value):.7g}"
    except gdb.error:
        return str(value)


def cut(count):
    return range(min(count, MOST))


class MatrixPrinter:
    """Columns stand under each other; the first line says the shape."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        rows, columns = int(self.value["rows"]), int(self.value["cols"])
        data = self.value["data"]
        head = f"[{rows}, {columns}]"
        if int(data) == 0:
            return head + " at null"
        try:
            cells = [[number((data + (i * columns + j)).dereference()) for j in cut(columns)] for i in cut(rows)]
        except gdb.MemoryError as error:
            return f"{head}: {error}"
        widths = [max(len(row[j]) for row in cells) for j in cut(columns)] if cells else []
        more = f" … {columns - MOST} more" if columns > MOST else ""
        lines = ["  " + "  ".join(text.rjust(width) for text, width in zip(row, widths)) + more for row in cells]
        if rows > MOST:
            lines.append(f"  … {rows - MOST} more rows")
        return "\n".join([head] + lines)


class VectorPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        lanes = self.value.cast(gdb.lookup_type("float").vector(3))
        return "{" + ", ".join(number(lanes[i]) for i in range(4)) + "}"


def is_vector(of):
    """Only its typedef says so: other vectors are of two long integers too."""
    while of.code == gdb.TYPE_CODE_TYPEDEF:
        if of.unqualified().name == "simde_v128_t":
            return True
        of = of.target()
    return False


def find(value):
    if is_vector(value.type.unqualified()):
        return VectorPrinter(value)
    name = value.type.strip_typedefs().unqualified().name or ""
    if name.startswith("attention::Matrix<"):
        return MatrixPrinter(value)
    return None


find.__name__ = "attention"
gdb.pretty_printers.insert(0, find)
