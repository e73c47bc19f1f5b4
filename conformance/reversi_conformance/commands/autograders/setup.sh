#!/usr/bin/env bash
# Makes the machine on which submissions are judged: Gradescope and the Dockerfile run it once, as root.
#
# Installs Debian's packages and reversi-conformance in /opt/reversi, as settings.sh beside it says.
set -euo pipefail

here=$(cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source=settings.sh
. "$here/settings.sh"

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -qq -y --no-install-recommends python3 python3-venv bubblewrap git "${packages[@]}"
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo 'reversi-conformance needs Python 3.11: choose an image such as Ubuntu 24.04' >&2
    exit 1
fi
python3 -m venv /opt/reversi
cd -- "$here"
/opt/reversi/bin/pip install --quiet --disable-pip-version-check --no-cache-dir "$package"
