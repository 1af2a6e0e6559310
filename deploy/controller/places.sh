# Where everything lies, and what install.sh and umbral-controller share. A test puts all of it below a folder of its own.
. "$here/shared.sh"
root=${UMBRAL_ROOT:-}
home=$root/opt/umbral-controller
etc=$root/etc/umbral-controller
settings=$etc/controller.env
data=$root/var/lib/umbral-controller
units=$root/etc/systemd/system
on_line=$root/run/umbral-controller/on-line
service=umbral-controller
user=umbral-controller
# How long a version has until it is well, and then has to stay so, in seconds.
patience=${UMBRAL_PATIENCE:-60}
watched=${UMBRAL_WATCHED:-60}

# set_value NAME VALUE: one line of the settings, in one step, so that a power cut leaves the old ones or the new.
set_value() {
  { grep -v "^$1=" "$settings" || true; printf '%s=%s\n' "$1" "$2"; } >"$settings.new"
  chmod 640 "$settings.new"
  chown "root:$user" "$settings.new"
  sync
  mv "$settings.new" "$settings"
}
