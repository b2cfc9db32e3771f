# For scripts that run many checks one after another: each is a part with a heading and a time, and
# the first one that fails ends the script and says which it was. Source it in the root of the project.

parts_start=$SECONDS
declare -a parts_done=()

# The tests that a sanitizer build runs. The others look at sources and files and would only see the
# same again.
sanitized_tests=(-L "unit|conformance|abi|hal|fuzz|soak")

# part NAME COMMAND...: runs a command under a heading.
part() {
    local name=$1 start=$SECONDS status=0
    shift
    printf '\n===== %s\n' "$name"
    "$@" || status=$?
    if [[ $status -ne 0 ]]; then
        printf '\n===== FAILED: %s (after %d s)\n' "$name" $((SECONDS - start))
        exit "$status"
    fi
    parts_done+=("$(printf '%6d s  %s' $((SECONDS - start)) "$name")")
}

build_preset() {
    cmake --preset "$1" >/dev/null && cmake --build --preset "$1"
}

# test_preset PRESET [ctest arguments]
test_preset() {
    ctest --preset "$1" --parallel "$(nproc)" --no-tests=error --progress "${@:2}"
}

# none_skipped PROGRAM [arguments]: a program of GoogleTest in which every test must run, and one at least.
none_skipped() {
    local report
    report=$("$@" --gtest_color=no) || { printf '%s\n' "$report"; return 1; }
    if ! grep -q '^\[  PASSED  \] [1-9]' <<<"$report" || grep '^\[  SKIPPED \]' <<<"$report"; then
        printf 'of these tests all must run: %s\n' "$*"
        return 1
    fi
    tail -n 2 <<<"$report"
}

all_parts_passed() {
    printf '\n===== all parts passed, in %d s\n' $((SECONDS - parts_start))
    printf '%s\n' "${parts_done[@]}"
}
