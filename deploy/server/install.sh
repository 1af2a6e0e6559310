#!/bin/sh
# Puts this version beside the others and starts it; the first time it also makes the user, the settings, the service and the
# https address. What is said is for whoever stands before the machine.
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
. "$here/places.sh"

address= own_authority= packages=yes proxy=yes copied=
while [ $# -gt 0 ]; do
  case $1 in
    --address) address=${2:?}; shift 2 ;;
    --own-authority) own_authority="tls internal"; shift ;;
    --no-proxy) proxy=no; shift ;;
    --no-packages) packages=no; shift ;;
    --copia-hecha) copied=$1; shift ;;
    *)
      say "Uso: sudo sh $(basename "${PACKAGE:-install.sh}") --address https://NOMBRE [--own-authority] [--no-proxy] [--no-packages] [--copia-hecha]"
      exit 2 ;;
  esac
done

needs_root
needs_this_machine

name= resumed=
# There from the settings on until the first installation has got to its address: how it was asked for.
unfinished=$etc/install-unfinished
if [ -e "$settings" ] && [ -e "$unfinished" ] && { [ -z "$address" ] || [ "${address%/}" = "$(setting PUBLIC_URL)" ]; }; then
  # It goes on from where the first start failed.
  resumed=yes
  name=$(setting PUBLIC_URL)
  name=${name#https://}
  ! grep -q '^--no-proxy$' "$unfinished" || proxy=no
  ! grep -q '^--own-authority$' "$unfinished" || own_authority="tls internal"
elif [ ! -e "$settings" ]; then
  [ -n "$address" ] || fail "La primera vez hace falta --address https://NOMBRE: el nombre que abre la gente y que lleva a esta máquina."
  name=${address#https://}
  name=${name%/}
  case $address in https://*) ;; *) fail "La dirección empieza con https://." ;; esac
  case $name in *[!a-z0-9.:-]* | "" | -* | .*) fail "$address no es una dirección como https://umbral.example." ;; esac
  if [ -z "$own_authority" ] && [ "$proxy" = yes ]; then
    host=${name%%:*}
    case $host in
      *[!0-9.]*) ;;
      *) fail "Nadie firma certificados para un número. Usa un nombre, o --own-authority." ;;
    esac
    case $host in
      *.local | *.lan | *.internal | *.home.arpa) fail "Nadie firma certificados para $host. Usa un nombre público, o --own-authority." ;;
      *.*) ;;
      *) fail "Nadie firma certificados para $host. Usa un nombre público, o --own-authority." ;;
    esac
  fi
elif [ -n "$address" ]; then
  fail "Umbral ya está instalado para $(setting PUBLIC_URL). Para otra dirección cambia PUBLIC_URL en ${settings#"$root"} y el nombre en ${caddyfile#"$root"}."
fi

# What somebody else wrote there stays theirs.
caddy_is_free() {
  [ -e "$caddyfile" ] || return 0
  grep -q '^# Caddy before Umbral' "$caddyfile" && return 0
  as_packaged=$(dpkg-query --show --showformat='${Conffiles}\n' caddy 2>/dev/null | sed -n 's, */etc/caddy/Caddyfile \([0-9a-f]*\).*,\1,p')
  [ -n "$as_packaged" ] && [ "$as_packaged" = "$(md5sum <"$caddyfile" | cut -d' ' -f1)" ]
}

if [ -n "$name" ] && [ "$proxy" = yes ]; then
  if ! command -v caddy >/dev/null && [ "$packages" = yes ] && command -v apt-get >/dev/null; then
    say "Instalando caddy…"
    apt-get update -qq >/dev/null 2>&1 || true
    apt-get install -y --no-install-recommends caddy >/dev/null 2>&1 || true
  fi
  command -v caddy >/dev/null || fail "Falta Caddy, que consigue el certificado: apt install caddy. O usa --no-proxy y tu propio proxy (deploy/proxies)."
  caddy_is_free || fail "Caddy ya sirve otra cosa (${caddyfile#"$root"}). Usa --no-proxy y agrega allí lo de deploy/proxies/Caddyfile."
fi

getent group "$user" >/dev/null || groupadd --system "$user"
getent passwd "$user" >/dev/null || useradd --system --gid "$user" --home-dir "${data#"$root"}" --no-create-home --shell /usr/sbin/nologin "$user"

build=$(cat "$here/BUILD")
mkdir -p "$home/versions" "$etc" "$units" "$root/usr/local/bin"
put_version "$build"

if [ -n "$name" ] && [ -z "$resumed" ]; then
  {
    [ "$proxy" = yes ] || say --no-proxy
    [ -z "$own_authority" ] || say --own-authority
  } >"$unfinished"
  cat >"$settings.new" <<END
# Los ajustes de Umbral (.env.example explica todos). Después de cambiarlos: systemctl restart umbral-server
PUBLIC_URL=https://$name
DATA_DIR=$data
# Caddy, en esta misma máquina.
TRUSTED_PROXIES=127.0.0.1,::1
# Una copia diaria, mejor en otro disco: mkdir -p /var/backups/umbral, monta ahí el disco y solo entonces
# chown $user: /var/backups/umbral && chmod 700 /var/backups/umbral (la carpeta de debajo sigue siendo de root: si un día falta
# el disco, la copia falla y se avisa, en vez de quedar en el del sistema).
#BACKUP_DIR=/var/backups/umbral
END
  chmod 640 "$settings.new"
  chown "root:$user" "$settings.new"
  sync
  mv "$settings.new" "$settings"
fi
if [ -n "$name" ] && [ "$proxy" = yes ] && { [ -z "$resumed" ] || ! grep -qs '^# Caddy before Umbral' "$caddyfile"; }; then
  [ ! -e "$caddyfile" ] || cp "$caddyfile" "$caddyfile.before-umbral"
  mkdir -p "$(dirname "$caddyfile")"
  sed -e "s|^http://{\$DOMAIN} {|http://${name%%:*} {|" -e "s|{\$DOMAIN}{uri}|$name{uri}|" -e "s|Host {\$DOMAIN}|Host $name|" -e "s|^{\$DOMAIN} {|$name {${own_authority:+\\n\\t$own_authority}|" "$here/Caddyfile" >"$caddyfile.new"
  mv "$caddyfile.new" "$caddyfile"
fi
ln -sfn /opt/umbral/current/umbral "$root/usr/local/bin/umbral"

sh "$home/versions/$build/umbral" activate "$build" $copied

if [ -n "$name" ] && [ "$proxy" = yes ]; then
  systemctl enable --quiet caddy
  systemctl reload-or-restart caddy || fail "Umbral está en marcha, pero Caddy no arrancó: systemctl status caddy"
  rm -f "$unfinished"
  export NODE_EXTRA_CA_CERTS="$authority"
  [ -n "$own_authority" ] || unset NODE_EXTRA_CA_CERTS
  if [ -n "$own_authority" ]; then
    # Caddy makes it when it first starts, and Node.js reads its file only at its own start.
    waited=0
    until [ -e "$authority" ] || [ $waited = 20 ]; do
      sleep 1
      waited=$((waited + 1))
    done
  fi
  tries=0
  until "$home/current/run" ready --address "https://$name" --for 5; do
    tries=$((tries + 1))
    [ $tries -lt "${UMBRAL_TRIES:-18}" ] ||
      fail "Umbral y Caddy están en marcha, pero https://$name no respondió desde esta máquina. Revisa que el nombre lleve aquí y que los puertos 80 y 443 estén abiertos: journalctl -u caddy"
  done
  say "Abierto: https://$name"
  [ -z "$own_authority" ] || say "Los equipos de la gente y los controladores (--ca) tienen que confiar en ${authority#"$root"}"
fi
if [ -n "$name" ]; then
  rm -f "$unfinished"
  say "Falta la primera persona: sudo umbral administrador --cedula NÚMERO --name \"NOMBRE\" --email CORREO"
  say "Guarda en otro medio una copia de ${data#"$root"}/keys, y pon BACKUP_DIR en ${settings#"$root"} para tener copias diarias."
fi
