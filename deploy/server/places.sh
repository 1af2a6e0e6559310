# Where everything lies, and what install.sh and umbral share. A test puts all of it below a folder of its own.
root=${UMBRAL_ROOT:-}
home=$root/opt/umbral
etc=$root/etc/umbral
settings=$etc/server.env
data=$root/var/lib/umbral
units=$root/etc/systemd/system
caddyfile=$root/etc/caddy/Caddyfile
# Caddy's own authority, where it signs for a name that nobody else knows.
authority=$root/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
service=umbral-server
user=umbral

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

# setting NAME: its value, or nothing.
setting() { sed -n "s/^$1=[\"']\{0,1\}\([^\"']*\)[\"']\{0,1\}\$/\1/p" "$settings" | tail -n 1; }
