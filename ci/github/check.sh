#!/usr/bin/env bash
# Checks one program in a step of GitHub Actions: a summary, annotations, and a folder of reports.
#
# Takes from the environment: the inputs of action.yml in capitals; RUNNER_TEMP, GITHUB_OUTPUT and
# GITHUB_STEP_SUMMARY. Writes into the folder $RUNNER_TEMP/reversi-results and to standard output.
# Exits with the status of the check.
#
# Nothing of a submission reaches the log as it is: reports are escaped, and while a build prints, the
# runner obeys no line. A build has none of the runner's variables.
set -euo pipefail

tool=$RUNNER_TEMP/reversi-conformance/bin/reversi-conformance
python=$RUNNER_TEMP/reversi-conformance/bin/python
results=$RUNNER_TEMP/reversi-results
report=$results/report.json

say() {
    printf '::%s title=%s::%s\n' "$1" "$2" "$3"
    printf '## %s\n\n%s\n' "$2" "$3" >>"$GITHUB_STEP_SUMMARY"
}

finish() {
    printf 'status=%s\n' "$1" >>"$GITHUB_OUTPUT"
    if [ "$1" = 1 ] && [ "$FAIL_ON_FINDINGS" != true ]; then exit 0; fi
    exit "$1"
}

build() {
    local token status=0
    token=$("$python" -c 'import secrets; print(secrets.token_hex(16))')
    printf '::stop-commands::%s\n' "$token"
    env -i PATH="$PATH" HOME="$HOME" LANG=C.UTF-8 bash -eo pipefail -c "$BUILD" </dev/null 2>&1 || status=$?
    # What was printed last may not have ended its line.
    printf '\n::%s::\n' "$token"
    return "$status"
}

tell() {
    "$tool" show "$report" --format junit -o "$results/junit.xml"
    "$tool" show "$report" --format html -o "$results/report.html"
    "$tool" show "$report" --format markdown -o "$results/summary.md"
    cat "$results/summary.md" >>"$GITHUB_STEP_SUMMARY"
    "$tool" show "$report" --format github
    "$python" -c '
import json, sys
total = json.load(open(sys.argv[1], encoding="utf-8"))["total"]
print("earned={earned:g}\npossible={possible:g}".format(**total))
' "$report" >>"$GITHUB_OUTPUT"
}

options=(--assignment "$ASSIGNMENT")
if [ "$REQUIRE_SANDBOX" = true ]; then options+=(--require-sandbox); fi
if [ -n "$HIDDEN" ]; then options+=(--hidden "$(realpath -- "$HIDDEN")"); fi
if [ -n "$FEEDBACK" ]; then options+=(--feedback "$FEEDBACK"); fi
read -r -a words <<<"$PROGRAM"
case $ASSIGNMENT in *.toml) options[1]=$(realpath -- "$ASSIGNMENT") ;; esac

rm -rf -- "$results"
mkdir -p -- "$results"
printf 'results=%s\n' "$results" >>"$GITHUB_OUTPUT"
if ! cd -- "$FOLDER"; then
    say error 'It could not be judged' 'There is no such folder in the repository.'
    finish 2
fi

if [ -n "$BUILD" ] && ! build; then
    say error 'It does not build' 'Mend this first: nothing could be played. The log has what the build said.'
    finish 1
fi
status=0
"$tool" check "${options[@]}" --format json -o "$report" -- "${words[@]}" || status=$?
if [ -e "$report" ]; then
    tell
else
    say error 'It could not be judged' 'No mark follows from this. The log says why.'
fi
finish "$status"
