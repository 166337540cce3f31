# How long each test took, of the logs of both runners: node:test says "✔ name (1234.5ms)" (a test within another one is part of that), doctest
# "0.123 s: name". Prints "1.2 s  name".
/^(✔|✖) .* \([0-9.]+ms\)$/ {
    time = substr($NF, 2) / 1000
    sub(/^[^ ]+ /, "")
    sub(/ \([0-9.]+ms\)$/, "")
    printf "%6.1f s  %s\n", time, $0
}
/^[0-9.]+ s: / {
    time = $1
    sub(/^[^:]+: /, "")
    printf "%6.1f s  %s\n", time, $0
}
