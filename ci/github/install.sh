#!/usr/bin/env bash
# Installs reversi-conformance in a step of GitHub Actions, and what confines programs on its runners.
#
# Takes from the environment: RUNNER_TEMP, GITHUB_ACTION_PATH. Makes the virtual environment
# $RUNNER_TEMP/reversi-conformance. Where bubblewrap is not to be had, the check says what holds.
set -euo pipefail

home=$RUNNER_TEMP/reversi-conformance

if [ "$(uname -s)" = Linux ] && command -v sudo >/dev/null; then
    command -v bwrap >/dev/null ||
        { sudo -n apt-get update -qq && sudo -n apt-get install -qq -y --no-install-recommends bubblewrap; } ||
        echo 'bubblewrap could not be installed'
    # Ubuntu keeps ordinary users from making the namespaces that bubblewrap is made of.
    sudo -n sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0 2>/dev/null || true
fi
python3 -m venv "$home"
"$home/bin/python" -m pip install --quiet --disable-pip-version-check "$GITHUB_ACTION_PATH"
"$home/bin/reversi-conformance" doctor
