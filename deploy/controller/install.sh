#!/bin/sh
# Puts this version beside the others and starts it; the first time it also makes the user, the settings and the service.
# What is said is for whoever stands before the machine.
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
. "$here/places.sh"

server= code= ca= packages=yes
while [ $# -gt 0 ]; do
  case $1 in
    --server) server=${2:?}; shift 2 ;;
    --code) code=${2:?}; shift 2 ;;
    --ca) ca=${2:?}; shift 2 ;;
    --no-packages) packages=no; shift ;;
    *)
      say "Uso: sudo sh $(basename "${PACKAGE:-install.sh}") --server https://… --code CÓDIGO [--ca archivo.pem] [--no-packages]"
      exit 2 ;;
  esac
done

needs_root
needs_this_machine

if [ ! -e "$settings" ] && { [ -z "$server" ] || [ -z "$code" ]; }; then
  fail "La primera vez hacen falta --server y --code. Pide el código en Umbral (edificio → Controlador → Registrar controlador)."
fi
if [ -n "$ca" ]; then
  grep -q 'BEGIN CERTIFICATE' "$ca" || fail "$ca no es un certificado en formato PEM."
fi

if [ "$packages" = yes ] && command -v apt-get >/dev/null; then
  for program in ffmpeg:ffmpeg gpioget:gpiod; do
    if ! command -v "${program%%:*}" >/dev/null; then
      say "Instalando ${program##*:}…"
      apt-get install -y --no-install-recommends "${program##*:}" >/dev/null 2>&1 ||
        say "No se pudo instalar ${program##*:}. Sigue sin él; instálalo después con: apt install ${program##*:}"
    fi
  done
fi

getent group "$user" >/dev/null || groupadd --system "$user"
getent passwd "$user" >/dev/null || useradd --system --gid "$user" --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
for group in gpio dialout input; do
  if getent group "$group" >/dev/null; then
    usermod --append --groups "$group" "$user"
  fi
done

build=$(cat "$here/BUILD")
mkdir -p "$home/versions" "$etc"
put_version "$build"
if [ ! -e "$etc/release.pub" ] && [ -e "$here/release.pub" ]; then
  # From now on an update is believed from whoever has this key's other half.
  cp "$here/release.pub" "$etc/release.pub"
fi

if [ ! -e "$settings" ]; then
  printf '# Los ajustes del controlador. Después de cambiarlos: systemctl restart umbral-controller\n' >"$settings"
fi
chmod 640 "$settings"
chown "root:$user" "$settings"
[ -z "$server" ] || set_value SERVER_URL "$server"
[ -z "$code" ] || set_value PAIRING_CODE "$code"
if [ -n "$ca" ]; then
  cp "$ca" "$etc/ca.pem"
  set_value SERVER_CA_FILE "${etc#"$root"}/ca.pem"
fi

mkdir -p "$units" "$root/etc/systemd/journald.conf.d" "$root/usr/local/bin"
put_unit "$here/umbral-controller.service"
# An SD card is small: the whole journal, which throws its oldest away.
if [ ! -e "$root/etc/systemd/journald.conf.d/umbral-controller.conf" ]; then
  printf '[Journal]\nSystemMaxUse=200M\n' >"$root/etc/systemd/journald.conf.d/umbral-controller.conf"
  systemctl try-restart systemd-journald || say "El límite de los registros vale desde el próximo arranque."
fi
ln -sfn /opt/umbral-controller/current/umbral-controller "$root/usr/local/bin/umbral-controller"

exec sh "$home/versions/$build/umbral-controller" activate "$build"
