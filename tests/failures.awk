# The test cases of a log of doctest in which something failed, each from its line of = to the next. Lets the rest go.
function done() {
    if (bad) printf "%s", block
    block = ""
    bad = 0
}
/^=+$/ { done() }
{ block = block $0 "\n" }
/ERROR|runtime error:|Sanitizer/ { bad = 1 }
END { done() }
