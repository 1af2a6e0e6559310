# Where everything lies, and what install.sh and umbral-controller share. A test puts all of it below a folder of its own.
root=${UMBRAL_ROOT:-}
home=$root/opt/umbral-controller
etc=$root/etc/umbral-controller
settings=$etc/controller.env
data=$root/var/lib/umbral-controller
units=$root/etc/systemd/system
on_line=$root/run/umbral-controller/on-line
service=umbral-controller
user=umbral-controller
# How long a version has to be well, in seconds.
patience=${UMBRAL_PATIENCE:-60}

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
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

# set_value NAME VALUE: one line of the settings, in one step, so that a power cut leaves the old ones or the new.
set_value() {
  { grep -v "^$1=" "$settings" || true; printf '%s=%s\n' "$1" "$2"; } >"$settings.new"
  chmod 640 "$settings.new"
  chown "root:$user" "$settings.new"
  sync
  mv "$settings.new" "$settings"
}
