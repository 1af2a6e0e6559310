#!/bin/sh
# A package of Umbral in one file: sudo sh THIS, which says what else it needs
set -eu
[ "$(id -u)" = 0 ] || [ -n "${UMBRAL_ROOT:-}" ] || { echo "Hace falta sudo." >&2; exit 1; }
work=$(mktemp -d "${UMBRAL_ROOT:-}/var/tmp/umbral.XXXXXX")
trap 'rm -rf "$work"' EXIT
tail -n +@LINE@ "$0" | tar -xzf - -C "$work"
PACKAGE=$0 sh "$work/install.sh" "$@"
exit 0
