# Where everything lies, and what install.sh and umbral share. A test puts all of it below a folder of its own.
. "$here/shared.sh"
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

# setting NAME: its value as the server itself reads it, or nothing.
setting() {
  reader=node
  if [ -x "$here/node" ]; then
    reader=$here/node
  fi
  env -i PATH="$PATH" "$reader" --env-file="$settings" -e 'process.stdout.write(process.env[process.argv[1]] ?? "")' "$1"
}
