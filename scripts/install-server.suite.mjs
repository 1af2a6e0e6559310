// @ts-check

import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./free-port.mjs";
import { run } from "./run.mjs";

/*
 * What the installer does with the folder of a server; package-server.test.mjs, which makes the folder, calls it. A machine below a folder of its own, whose systemd is the script below: it starts what the unit starts, waits for what
 * the unit waits for, and knows neither users nor boots. Caddy is the real one, with an authority of its own.
 */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const AS_SERVER = isRoot ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups` : "";

const SYSTEMCTL = `#!/bin/bash
state=$UMBRAL_ROOT/systemd
echo "$@" >> $state/said
end() { if [ -f $state/$1 ]; then kill "$(cat $state/$1)" 2>/dev/null; tail --pid="$(cat $state/$1)" -s 0.05 -f /dev/null; rm $state/$1; fi; }
begin() {
  end pid
  ( cd /; export SETTINGS_FILE=$UMBRAL_ROOT/etc/umbral/server.env TMPDIR=$UMBRAL_ROOT/run/umbral DEMO=0 LOG_LEVEL=warn
    exec ${AS_SERVER} $UMBRAL_ROOT/opt/umbral/current/run server ) >> $state/log 2>&1 &
  echo $! > $state/pid
  SETTINGS_FILE=$UMBRAL_ROOT/etc/umbral/server.env MAINPID=$! ${AS_SERVER} $UMBRAL_ROOT/opt/umbral/current/run ready --for 60 || { end pid; exit 1; }
}
case "$*" in
  "restart umbral-server" | "start umbral-server") begin ;;
  "stop umbral-server" | "disable --now umbral-server") end pid ;;
  "reload-or-restart caddy")
    end caddy
    sed "0,/^{\\$/s//{\\n\\tadmin off\\n\\thttp_port $HTTP_PORT/" $UMBRAL_ROOT/etc/caddy/Caddyfile > $state/Caddyfile
    HOME=$UMBRAL_ROOT/var/lib/caddy XDG_DATA_HOME= XDG_CONFIG_HOME= UPSTREAM=127.0.0.1:$SERVER_PORT caddy run --config $state/Caddyfile --adapter caddyfile > $state/caddy.log 2>&1 &
    echo $! > $state/caddy ;;
  "disable everything") end caddy; end pid ;;
esac
`;
/** What belongs to the service's user belongs to somebody who is none. */
const CHOWN = `#!/bin/sh\n${isRoot ? `/bin/chown ${NOBODY} "$2"` : ":"}\n`;
const RUNUSER = `#!/bin/sh\nshift 3\nexec ${AS_SERVER} "$@"\n`;

/** @type {string} */
let folder;
/** @type {string} */
let packaged;
/** @type {{ http: number, https: number, server: number }} */
let ports;
const root = () => join(folder, "machine");
/** What the package of one file runs when it has unpacked itself, as a building's does (package-controller.test.mjs). */
const first = () => join(packaged, "install.sh");
/** @param {string} path */
const at = (path) => join(root(), path);
const current = () => readFileSync(at("opt/umbral/current/VERSION"), "utf8").trim();
const answers = () =>
  fetch(`http://127.0.0.1:${ports.server}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * @param {string[]} args
 * @param {string} [input] what is typed
 */
const sh = (args, input = "") =>
  run("bash", ["-c", 'input=$1; shift; printf %s "$input" | sh "$@"', "bash", input, ...args], {
    quiet: true,
    env: {
      PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
      UMBRAL_ROOT: root(),
      UMBRAL_TRIES: "3",
      HTTP_PORT: String(ports.http),
      SERVER_PORT: String(ports.server),
    },
  });
/** @param {string[]} args */
const umbral = (...args) => sh([at("opt/umbral/current/umbral"), ...args]);

/**
 * Another version: the one that is there, changed.
 * @param {string} version
 * @param {{ migration?: string, servesFrom?: string, spoil?: boolean }} how `servesFrom`: which version can serve what the
 *   migration changed; none unless it is said
 */
async function another(version, { migration, servesFrom, spoil = false }) {
  const place = join(folder, version);
  await run("cp", ["-al", `${at("opt/umbral/current")}/.`, place]);
  /** @param {string} file @param {string} text */
  const write = (file, text) => {
    // Not through the link into the version that it was copied of.
    rmSync(join(place, file), { force: true });
    writeFileSync(join(place, file), text);
  };
  write("VERSION", `${version}\n`);
  write("BUILD", `${version}-aaaaaaaa\n`);
  if (migration !== undefined) {
    write(`apps/server/migrations/${migration}.sql`, "create table of_tomorrow (id int);\n");
  }
  if (servesFrom !== undefined) {
    const known = readFileSync(join(place, "MIGRATIONS"), "utf8");
    write("MIGRATIONS", `${known}${migration}.sql ${servesFrom}\n`);
  }
  if (spoil) {
    // It has changed the database when it fails.
    const main = readFileSync(join(place, "apps/server/dist/main.js"), "utf8");
    expect(main).toContain("await migrate(owner);");
    write(
      "apps/server/dist/main.js",
      main.replace("await migrate(owner);", "await migrate(owner); process.exit(1);"),
    );
  }
  return join(place, "install.sh");
}

async function newMachine() {
  folder = await mkdtemp(join(tmpdir(), "umbral-install-server-"));
  chmodSync(folder, 0o711);
  ports = { http: await freePort(), https: await freePort(), server: await freePort() };
  for (const place of [
    "bin",
    "machine/systemd",
    "machine/var/lib/umbral",
    "machine/run/umbral",
    "machine/etc/umbral",
  ]) {
    mkdirSync(join(folder, place), { recursive: true });
  }
  if (isRoot) {
    for (const place of ["var/lib/umbral", "run/umbral"]) {
      chownSync(at(place), NOBODY, NOBODY);
    }
  }
  const programs = {
    systemctl: SYSTEMCTL,
    chown: CHOWN,
    runuser: RUNUSER,
    useradd: `#!/bin/sh\necho "$@" >> ${at("systemd/users")}\n`,
    groupadd: "#!/bin/sh\n",
    getent: `#!/bin/sh\n[ "$1" = passwd ] && grep -q umbral ${at("systemd/users")}\n`,
    // The server's own port, where it is free here: an operator says it in the settings.
    sync: `#!/bin/sh\nf=${at("etc/umbral/server.env.new")}\n[ ! -e $f ] || echo PORT=${ports.server} >> $f\n`,
    "dpkg-query": `#!/bin/sh\necho " /etc/caddy/Caddyfile $(md5sum < ${at("systemd/packaged")} | cut -d' ' -f1)"\n`,
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, "bin", name), text);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  mkdirSync(at("etc/caddy"));
  writeFileSync(at("systemd/packaged"), ":80 {\n}\n");
}

async function removeMachine() {
  await sh(["-c", "systemctl disable everything"]);
  await rm(folder, { recursive: true, force: true });
}

/** A few starts of a whole server one after the other, on a slow machine. */
const SEVERAL_STARTS = { timeout: 180_000 };

/** @param {() => string} made the folder of a server, which is only read */
export function installerOf(made) {
  beforeAll(async () => {
    packaged = made();
    await newMachine();
  });
  afterAll(removeMachine);
  describe("the installer", SEVERAL_STARTS, installerTests);
  describe("another version", SEVERAL_STARTS, versionTests);
}

function installerTests() {
  it("asks for an address that people can open, and changes nothing before", async () => {
    for (const [address, words] of [
      [[], "hace falta --address"],
      [["--address", "http://umbral.example"], "empieza con https://"],
      [["--address", "https://192.168.1.10"], "Nadie firma certificados para un número"],
      [["--address", "https://umbral.local"], "Nadie firma certificados para umbral.local"],
      [["--address", "https://portería"], "no es una dirección"],
    ]) {
      const refused = await sh([first(), "--no-packages", ...(address ?? [])]);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(String(words)) });
    }
    writeFileSync(at("etc/caddy/Caddyfile"), "blog.example {\n}\n");
    const taken = await sh([first(), "--no-packages", "--address", "https://umbral.example"]);
    expect(taken).toMatchObject({ code: 1, output: expect.stringContaining("Caddy ya sirve otra cosa") });
    expect(existsSync(at("opt"))).toBe(false);
    expect(existsSync(at("etc/umbral/server.env"))).toBe(false);
    expect(readFileSync(at("etc/caddy/Caddyfile"), "utf8")).toBe("blog.example {\n}\n");
  });

  it("ends at an https address that works, with one command", async () => {
    // As Debian's package leaves it.
    writeFileSync(at("etc/caddy/Caddyfile"), readFileSync(at("systemd/packaged")));
    const address = `https://localhost:${ports.https}`;
    const place = at("etc/caddy/Caddyfile");
    const installed = await sh([first(), "--no-packages", "--own-authority", "--address", address]);
    expect(installed.output).toContain(`Abierto: ${address}`);
    expect(installed).toMatchObject({ code: 0 });
    expect(installed.output).toContain("sudo umbral administrador");
    expect(readFileSync(place, "utf8")).toContain(`localhost:${ports.https} {\n\ttls internal\n`);
    expect(readFileSync(`${place}.before-umbral`, "utf8")).toBe(":80 {\n}\n");

    expect(statSync(at("etc/umbral/server.env")).mode & 0o777).toBe(0o640);
    expect(readFileSync(at("etc/umbral/server.env"), "utf8")).toContain(`PUBLIC_URL=${address}\n`);
    expect(readFileSync(at("systemd/users"), "utf8")).toContain("--system --gid umbral");
    expect(readFileSync(at("systemd/said"), "utf8")).toContain("enable --quiet umbral-server");
    expect(readdirSync(at("var/lib/umbral/keys")).sort()).toEqual([
      "access.key",
      "files.key",
      "session.secret",
    ]);
  });

  it("is the same machine when it is installed again, and takes no other address", async () => {
    expect(await sh([first(), "--no-packages"])).toMatchObject({ code: 0 });
    expect(readdirSync(at("opt/umbral/versions"))).toHaveLength(1);
    const moved = await sh([first(), "--no-packages", "--address", "https://otro.example"]);
    expect(moved).toMatchObject({ code: 1, output: expect.stringContaining("ya está instalado para") });
  });

  it("lets its first administrator in by the machine's own command", async () => {
    const who = ["--cedula", "52000111", "--name", "Ana Prueba", "--email", "ana@example.com"];
    const asked = await sh(
      [at("opt/umbral/current/umbral"), "administrador", ...who],
      "tres loros en la mesa\n",
    );
    expect(asked).toMatchObject({ code: 0 });
    expect((await umbral("auditoria")).code).toBe(0);
  });
}

function versionTests() {
  it("that changes the database and fails is taken back, with the data of before", async () => {
    const before = current();
    const refused = await sh([
      await another("7.0.0", { migration: "9998-of-tomorrow", spoil: true }),
      "--no-packages",
    ]);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("sigue la de antes, con sus datos"),
    });
    expect(current()).toBe(before);
    expect(await answers()).toBe(true);
    expect((await umbral("auditoria")).code).toBe(0);
  });

  it("takes the old one's place, whose data stay to go back to", async () => {
    const before = current();
    const updated = await sh([await another("8.0.0", { migration: "9998-of-tomorrow" }), "--no-packages"]);
    expect(updated).toMatchObject({
      code: 0,
      output: expect.stringContaining("Umbral está en marcha (versión 8.0.0)"),
    });
    expect(readdirSync(at("opt/umbral/versions"))).toHaveLength(2);

    const asked = await umbral("volver");
    expect(asked).toMatchObject({
      code: 1,
      output: expect.stringContaining("lo que pasó desde entonces no queda"),
    });
    expect(current()).toBe("8.0.0");
    expect(await umbral("volver", "--datos-de-antes")).toMatchObject({ code: 0 });
    expect(current()).toBe(before);
    expect(await answers()).toBe(true);
    expect(await umbral("volver")).toMatchObject({
      code: 1,
      output: expect.stringContaining("No hay otra versión"),
    });
  });

  it("that only added to the database is left again with the data of now", async () => {
    const before = current();
    const adding = { migration: "9998-of-tomorrow", servesFrom: "0.0.0" };
    expect(await sh([await another("8.1.0", adding), "--no-packages"])).toMatchObject({ code: 0 });
    expect(await umbral("volver")).toMatchObject({ code: 0 });
    expect(current()).toBe(before);
    expect(await answers()).toBe(true);
    expect(readFileSync(at("systemd/log"), "utf8")).toContain(
      "9998-of-tomorrow.sql), y esta también puede usarla",
    );
    // What it is like before the next update.
    rmSync(at("var/lib/umbral/before"), { recursive: true });
  });

  it("that leaves the database as it is comes and goes with the data of now", async () => {
    const before = current();
    expect(await sh([await another("9.0.0", {}), "--no-packages"])).toMatchObject({ code: 0 });
    expect(current()).toBe("9.0.0");
    expect(existsSync(at("var/lib/umbral/before"))).toBe(false);
    expect(await umbral("volver")).toMatchObject({ code: 0 });
    expect(current()).toBe(before);
  });

  it("asks for a copy first where the database is somebody else's", async () => {
    appendFileSync(at("etc/umbral/server.env"), "DATABASE_URL=postgres://umbral@localhost/umbral\n");
    const before = current();
    const refused = await sh([await another("9.1.0", { migration: "9999-of-tomorrow" }), "--no-packages"]);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("repite con --copia-hecha") });
    expect(current()).toBe(before);
    expect(await answers()).toBe(true);
  });
}
