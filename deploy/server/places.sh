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

# setting NAME: its value, or nothing.
setting() { sed -n "s/^$1=[\"']\{0,1\}\([^\"']*\)[\"']\{0,1\}\$/\1/p" "$settings" | tail -n 1; }
