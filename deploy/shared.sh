# What the installers and commands of the server and of the controller share. Both packages carry it beside their own
# `places.sh`, which reads it and says which of the two it is.
say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# put_unit FILE: the service's, in one rename: a power cut or a full disk leaves the one of before, and not half of one. Where it is
# there already no room is asked for: a full disk keeps nobody from going back.
put_unit() {
  cmp -s "$1" "$units/$service.service" ||
    { cp "$1" "$units/$service.service.new" && sync && mv -T "$units/$service.service.new" "$units/$service.service"; }
}

# A signal ends a shell without its EXIT: what that takes away would stay.
signals_exit() {
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

# put_version BUILD: this package, beside the other versions, in one rename. Of what Ctrl-C or a full disk cut off nothing stays.
put_version() {
  [ ! -d "$home/versions/$1" ] || return 0
  trap 'rm -rf "$home/versions/.new"' EXIT
  signals_exit
  rm -rf "$home/versions/.new"
  cp -R "$here" "$home/versions/.new"
  sync
  mv -T "$home/versions/.new" "$home/versions/$1"
  trap - EXIT HUP INT TERM
}

needs_root() { [ "$(id -u)" = 0 ] || [ -n "$root" ] || fail "Hace falta sudo."; }

machine_arch() {
  case $(uname -m) in
    x86_64) echo amd64 ;;
    aarch64) echo arm64 ;;
    *) uname -m ;;
  esac
}

node_is_new_enough() {
  command -v node >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}

# Whether what is in this package runs here at all.
needs_this_machine() {
  [ "$(cat "$here/ARCH")" = "$(machine_arch)" ] || fail "Este paquete es para $(cat "$here/ARCH") y esta máquina es $(machine_arch)."
  command -v systemctl >/dev/null || fail "Esta máquina no usa systemd. Mira docs/operating.md para arrancarlo de otra manera."
  [ -x "$here/node" ] || node_is_new_enough || fail "Falta Node.js 20.19 o más nuevo. Usa el paquete que lo trae ($service-…-node.run)."
}
