#!/bin/sh
# A package of Umbral in one file: sudo sh THIS, which says what else it needs
set -eu
[ "$(id -u)" = 0 ] || [ -n "${UMBRAL_ROOT:-}" ] || { echo "Hace falta sudo." >&2; exit 1; }
work=
trap 'rm -rf "$work"' EXIT
# A signal ends this shell without its EXIT: whoever presses Ctrl-C would leave all that is unpacked.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
work=$(mktemp -d "${UMBRAL_ROOT:-}/var/tmp/umbral.XXXXXX")
tail -n +@LINE@ "$0" | tar -xzf - -C "$work"
PACKAGE=$0 sh "$work/install.sh" "$@"
exit 0
