// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
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
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakeServer } from "../apps/controller/testing/fake-server.ts";
import { newReleaseKey, packageController, seal, signatureOf } from "./package-controller.mjs";
import { run } from "./run.mjs";

/*
 * A machine below a folder of its own, whose systemd is the script below: it starts what the unit starts, waits for READY
 * as systemd does, and knows neither users nor boots. The rest is what a building's machine runs.
 */
const SYSTEMCTL = `#!/bin/bash
state=$UMBRAL_ROOT/systemd
stop() { if [ -f $state/pid ]; then kill "$(cat $state/pid)"; while kill -0 "$(cat $state/pid)" 2>/dev/null; do sleep 0.05; done; rm $state/pid; fi; }
echo "$@" >> $state/said
case "$1" in
  restart)
    stop; rm -rf $state/ready; mkdir -p $UMBRAL_ROOT/run/umbral-controller $UMBRAL_ROOT/var/lib/umbral-controller
    $UMBRAL_ROOT/opt/umbral-controller/current/umbral-controller settle || exit 1
    ( set -a; CONTROLLER_DATA_DIR=$UMBRAL_ROOT/var/lib/umbral-controller
      NOTIFY_SOCKET=x; RUNTIME_DIRECTORY=$UMBRAL_ROOT/run/umbral-controller; . $UMBRAL_ROOT/etc/umbral-controller/controller.env
      cd /; exec $UMBRAL_ROOT/opt/umbral-controller/current/run ) > $state/log 2>&1 &
    echo $! > $state/pid
    until [ -e $state/ready ]; do kill -0 $! 2>/dev/null || { rm $state/pid; exit 1; }; sleep 0.05; done ;;
  show) cat $state/restarts 2>/dev/null || echo 0 ;;
  is-active) [ -f $state/pid ] && kill -0 "$(cat $state/pid)" 2>/dev/null ;;
  disable) stop ;;
esac
`;

/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof startFakeServer>>} */
let server;
/** @type {{ first: string, next: string, bytes: number }} */
let packages;
const root = () => join(folder, "machine");
/** @param {string} path */
const at = (path) => join(root(), path);
const current = () => readFileSync(at("opt/umbral-controller/current/VERSION"), "utf8").trim();
const signIns = () => server.signIns.map(({ version }) => version);

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 */
const sh = (args, more = {}) =>
  run("sh", args, {
    quiet: true,
    env: {
      PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
      UMBRAL_ROOT: root(),
      UMBRAL_PATIENCE: "30",
      UMBRAL_WATCHED: "6",
      ...more,
    },
  });
/** @param {string} act what a program does soon after it heard the server */
const onceOnLine = (act) =>
  `import("node:fs").then((fs) => {
    const looking = setInterval(() => {
      if (fs.existsSync(${JSON.stringify(at("run/umbral-controller/on-line"))})) {
        clearInterval(looking);
        setTimeout(() => ${act}, 1000);
      }
    }, 50);
  });\n`;
/** @param {string[]} args */
const command = (...args) => sh([at("opt/umbral-controller/current/umbral-controller"), ...args]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-install-"));
  mkdirSync(join(folder, "bin"));
  for (const place of ["systemd", "var/tmp", "etc"]) {
    mkdirSync(at(place), { recursive: true });
  }
  const programs = {
    systemctl: SYSTEMCTL,
    "systemd-notify": `#!/bin/sh\n[ "$1" != READY=1 ] || touch ${at("systemd/ready")}\n`,
    useradd: `#!/bin/sh\necho "$@" >> ${at("systemd/users")}\n`,
    groupadd: "#!/bin/sh\n",
    usermod: "#!/bin/sh\n",
    getent: `#!/bin/sh\n[ "$1" = passwd ] && grep -q umbral ${at("systemd/users")}\n`,
    chown: "#!/bin/sh\n",
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, "bin", name), text);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  server = await startFakeServer();
  const key = join(folder, "release.key");
  await newReleaseKey(key);
  const first = await packageController({ out: folder, key });
  packages = { first: first.file, next: join(folder, "next.run"), bytes: first.bytes };
  // The version of tomorrow: the same, under another name.
  const tomorrow = join(folder, "tomorrow");
  mkdirSync(tomorrow);
  await sh(["-c", `tail -n +15 ${first.file} | tar -xzf - -C ${tomorrow}`]);
  writeFileSync(join(tomorrow, "VERSION"), "9.9.9\n");
  const program = readFileSync(join(tomorrow, "main.js"), "utf8");
  writeFileSync(
    join(tomorrow, "main.js"),
    program.replace('"0.1.0"', '"9.9.9"').replace('version: "0.1.0"', 'version: "9.9.9"'),
  );
  await seal(tomorrow, packages.next, key);
}, 120_000);
afterAll(async () => {
  await sh(["-c", "systemctl disable"]);
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the package of a controller", () => {
  it("is small, and has what runs alone", async () => {
    expect(packages.bytes).toBeLessThan(80_000_000);
    const { components } = JSON.parse(readFileSync(`${packages.first}.sbom.cdx.json`, "utf8"));
    expect(components).toContainEqual(expect.objectContaining({ name: "serialport", type: "library" }));
    const first = await sh([packages.first]);
    expect(first).toMatchObject({ code: 1 });
    expect(first.output).toContain("La primera vez hacen falta --server y --code");
    expect(existsSync(at("etc/umbral-controller"))).toBe(false);
  });

  it("installs with one command: user, settings, service; pairs and is on line", async () => {
    // A building's own network, as an installer says it.
    mkdirSync(at("etc/umbral-controller"));
    writeFileSync(at("etc/umbral-controller/controller.env"), "ALLOW_PLAIN_LINE=1\n");
    const installed = await sh([
      packages.first,
      "--no-packages",
      "--server",
      server.url,
      "--code",
      server.pairingCode,
    ]);
    expect(installed).toMatchObject({ code: 0 });
    expect(installed.output).toContain("El controlador está en marcha (versión 0.1.0).");
    await server.until(() => server.signIns.length === 1, "it signs in");

    expect(readFileSync(at("systemd/users"), "utf8")).toContain("--system --gid umbral-controller");
    expect(readFileSync(at("etc/umbral-controller/controller.env"), "utf8").split("\n")).toEqual([
      "ALLOW_PLAIN_LINE=1",
      `SERVER_URL=${server.url}`,
      `PAIRING_CODE=${server.pairingCode}`,
      "",
    ]);
    expect(statSync(at("etc/umbral-controller/controller.env")).mode & 0o777).toBe(0o640);
    expect(readFileSync(at("systemd/said"), "utf8")).toContain("enable --quiet umbral-controller");
    expect(readdirSync(at("opt/umbral-controller/current/node_modules"))).not.toContain("@umbral");
    expect(readdirSync(at("var/tmp"))).toEqual([]);
  });

  it("brings the thread that asks cameras, with what it needs", async () => {
    const program = at("opt/umbral-controller/current/features/cameras/onvif/onvif.worker.js");
    const workerData = { kind: "look-up", host: "127.0.0.1", httpPort: 9, port: 9 };
    const thread = new Worker(program, { workerData, execArgv: [], env: {} });
    /** @type {unknown[]} */
    const said = [];
    thread.on("message", (news) => said.push(news));
    await once(thread, "exit");
    expect(said).toEqual([{ kind: "begun" }, { kind: "failed", trouble: "unreachable" }]);
  });

  it("is the same machine when it is installed again", async () => {
    const again = await sh([packages.first, "--no-packages"]);
    expect(again).toMatchObject({ code: 0 });
    await server.until(() => server.signIns.length === 2, "it signs in again");
    expect(readdirSync(at("opt/umbral-controller/versions"))).toHaveLength(1);
  });
});

describe("an update", () => {
  it("whose signature is missing, of somebody else or of another file changes nothing", async () => {
    const other = join(folder, "other.key");
    await newReleaseKey(other);
    const stranger = join(folder, "stranger.run");
    writeFileSync(stranger, readFileSync(packages.next));
    writeFileSync(`${stranger}.sig`, signatureOf(stranger, other));
    const unsigned = join(folder, "unsigned.run");
    writeFileSync(unsigned, readFileSync(packages.next));
    expect(await command("actualizar", unsigned)).toMatchObject({ code: 1 });
    const altered = join(folder, "altered.run");
    writeFileSync(altered, Buffer.concat([readFileSync(packages.next), Buffer.from("\n")]));
    writeFileSync(`${altered}.sig`, readFileSync(`${packages.next}.sig`));
    for (const file of [stranger, altered]) {
      const refused = await command("actualizar", file);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.output).toContain(
        "La firma no es de quien publica este controlador. No se cambió nada.",
      );
    }
    expect(current()).toBe("0.1.0");
    expect(readdirSync(at("opt/umbral-controller")).sort()).toEqual(["current", "versions"]);
  });

  it("that is well takes the old one's place", async () => {
    const updated = await command("actualizar", packages.next);
    expect(updated).toMatchObject({ code: 0 });
    expect(current()).toBe("9.9.9");
    expect(signIns().at(-1)).toBe("9.9.9");
    expect(existsSync(at("opt/umbral-controller/trial"))).toBe(false);
    // The one before stays, for the next.
    expect(readdirSync(at("opt/umbral-controller/versions"))).toHaveLength(2);
  });

  it.each([
    ["does not start", (/** @type {string} */ program) => `process.exit(1);\n${program}`],
    [
      "starts and never hears the server",
      (/** @type {string} */ program) =>
        program.replace('CONTROLLER_NAMESPACE = "/controller"', 'CONTROLLER_NAMESPACE = "/nowhere"'),
    ],
    [
      "is well once and then ends",
      (/** @type {string} */ program) => onceOnLine("process.exit(1)") + program,
    ],
    [
      "is well once and was started again meanwhile",
      (/** @type {string} */ program) =>
        onceOnLine(`fs.writeFileSync(${JSON.stringify(at("systemd/restarts"))}, "1")`) + program,
    ],
  ])("that %s is taken back, and the building goes on", async (_what, spoil) => {
    // Only what was heard before is missed after.
    await expect.poll(() => existsSync(at("run/umbral-controller/on-line")), { timeout: 10_000 }).toBe(true);
    const before = signIns().length;
    const versions = at("opt/umbral-controller/versions");
    const bad = join(versions, "bad");
    await sh(["-c", `cp -R ${at("opt/umbral-controller/current")}/. ${bad}`]);
    const program = readFileSync(join(bad, "main.js"), "utf8");
    expect(spoil(program)).not.toBe(program);
    writeFileSync(join(bad, "main.js"), spoil(program));
    const updated = await sh([join(bad, "umbral-controller"), "activate", "bad"], { UMBRAL_PATIENCE: "8" });
    rmSync(at("systemd/restarts"), { force: true });
    expect(updated).toMatchObject({ code: 1 });
    expect(updated.output).toContain("así que sigue la de antes");
    expect(current()).toBe("9.9.9");
    await server.until(() => server.signIns.length > before, "the one before signs in");
  });

  it("that the power cut off is taken back at the next start", async () => {
    const home = at("opt/umbral-controller");
    const before = readFileSync(join(home, "current/BUILD"), "utf8").trim();
    writeFileSync(join(home, "trial"), `another-boot\n${before}\n`);
    await sh(["-c", `ln -sfn versions/bad ${home}/current`]);
    const trial = spawn("sh", [join(home, "current/umbral-controller"), "settle"], {
      env: { PATH: process.env["PATH"], UMBRAL_ROOT: root() },
    });
    expect(await new Promise((resolve) => trial.once("close", resolve))).toBe(0);
    expect(current()).toBe("9.9.9");
    expect(existsSync(join(home, "trial"))).toBe(false);
  });
});

it("gives the service no more rights than it needs", async () => {
  const unit = at("etc/systemd/system/umbral-controller.service");
  const checked = await run("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], {
    quiet: true,
  });
  expect(checked).toMatchObject({ code: 0 });
  // As it would be with its programs where they are here.
  writeFileSync(unit, readFileSync(unit, "utf8").replaceAll("/opt/", `${at("opt")}/`));
  expect(await run("systemd-analyze", ["verify", unit], { quiet: true })).toEqual({ code: 0, output: "" });
});
