// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { root, run } from "./run.mjs";

/*
 * How `umbral` goes from one version to another where something comes in between. Its versions are empty, and systemd is the
 * script below; with real ones: install-server.suite.mjs.
 */

/** While `cut` is there the power goes at a restart, and while `interrupt` is, somebody presses Ctrl-C at a stop. */
const SYSTEMCTL = `#!/bin/sh
echo "$@" >> $UMBRAL_ROOT/said
case $1 in
  restart) if [ -e $UMBRAL_ROOT/cut ]; then kill -KILL $PPID; fi; [ ! -e $UMBRAL_ROOT/broken ] || { rm $UMBRAL_ROOT/broken; exit 1; } ;;
  stop) [ ! -e $UMBRAL_ROOT/interrupt ] || kill -INT $PPID ;;
esac
`;

/** While `cut-before` or `cut-after` is there the power goes as the data of before are about to be moved back, or just were. */
const MV = `#!/bin/sh
case "$*" in
  *before/postgres*)
    [ ! -e $UMBRAL_ROOT/cut-before ] || { kill -KILL $PPID; exit 1; }
    /bin/mv "$@"
    [ ! -e $UMBRAL_ROOT/cut-after ] || kill -KILL $PPID ;;
  *) exec /bin/mv "$@" ;;
esac
`;

/** A full disk makes a file and takes nothing into it. It becomes full when what is `broken` has failed, where anything is. */
const CP_OF_A_FULL_DISK = `#!/bin/sh
[ -e $UMBRAL_ROOT/broken ] || case "$*" in *umbral-*.service*) for last; do :; done; : > "$last"; exit 1 ;; esac
exec /bin/cp "$@"
`;

/** @type {string} */
let machine;
/** @param {string} path */
const at = (path) => join(machine, path);
const current = () => basename(readlinkSync(at("opt/umbral/current")));

/** @param {string} build @param {...string} migrations */
function version(build, ...migrations) {
  const place = at(`opt/umbral/versions/${build}`);
  mkdirSync(join(place, "apps/server/migrations"), { recursive: true });
  for (const file of ["umbral", "places.sh", "umbral-server.service"]) {
    cpSync(join(root, "deploy/server", file), join(place, file));
  }
  cpSync(join(root, "deploy/shared.sh"), join(place, "shared.sh"));
  writeFileSync(join(place, "VERSION"), `${build}\n`);
  for (const name of ["0001-first.sql", ...migrations]) {
    writeFileSync(join(place, "apps/server/migrations", name), "");
  }
}

/** @param {string} build @param {...string} args */
const umbral = (build, ...args) =>
  run("sh", [at(`opt/umbral/versions/${build}/umbral`), ...args], {
    quiet: true,
    env: {
      PATH: `${at("bin")}:${dirname(process.execPath)}:${process.env["PATH"]}`,
      UMBRAL_ROOT: machine,
    },
  });

beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), "umbral-update-"));
  for (const place of ["bin", "etc/umbral", "etc/systemd/system", "data/postgres"]) {
    mkdirSync(at(place), { recursive: true });
  }
  writeFileSync(at("bin/systemctl"), SYSTEMCTL);
  chmodSync(at("bin/systemctl"), 0o755);
  writeFileSync(at("etc/umbral/server.env"), `DATA_DIR=${at("data")} # a disk of its own\n`);
  version("1");
  expect((await umbral("1", "activate", "1")).code).toBe(0);
});
afterEach(() => rm(machine, { recursive: true }));

it("goes back from a version in the middle of whose start the power went", async () => {
  version("2");
  writeFileSync(at("cut"), "");
  expect((await umbral("2", "activate", "2")).code).not.toBe(0);
  expect(current()).toBe("2");
  await rm(at("cut"));
  expect(await umbral("2", "volver")).toMatchObject({ code: 0 });
  expect(current()).toBe("1");
});

it("knows of no other version than before once one was taken back", async () => {
  version("2");
  writeFileSync(at("broken"), "");
  expect((await umbral("2", "activate", "2")).output).toContain("sigue la de antes");
  expect(current()).toBe("1");
  expect((await umbral("1", "volver")).output).toContain("No hay otra versión");
  expect((await umbral("2", "activate", "2")).code).toBe(0);
  version("3");
  writeFileSync(at("broken"), "");
  expect((await umbral("3", "activate", "3")).code).toBe(1);
  expect((await umbral("2", "volver")).code).toBe(0);
  expect(current()).toBe("1");
});

it("does not stop half-way at Ctrl-C, and copies the database where the settings say it is", async () => {
  version("2", "0002-second.sql");
  writeFileSync(at("interrupt"), "");
  expect(await umbral("2", "activate", "2")).toMatchObject({ code: 0 });
  expect(current()).toBe("2");
  expect(existsSync(at("data/before/postgres"))).toBe(true);
  expect(readFileSync(at("said"), "utf8").trim().split("\n").at(-1)).toBe("restart umbral-server");
});

it("leaves a server that runs, with a whole unit, where the disk is full in the middle", async () => {
  version("2", "0002-second.sql");
  const unit = at("etc/systemd/system/umbral-server.service");
  const whole = readFileSync(unit, "utf8");
  appendFileSync(at("opt/umbral/versions/2/umbral-server.service"), "# Another.\n");
  writeFileSync(at("bin/cp"), CP_OF_A_FULL_DISK);
  chmodSync(at("bin/cp"), 0o755);
  writeFileSync(at("data/postgres/of"), "1");
  expect(await umbral("2", "activate", "2")).toMatchObject({ code: 1 });
  expect(readFileSync(unit, "utf8")).toBe(whole);
  expect(current()).toBe("1");
  expect(readFileSync(at("data/postgres/of"), "utf8")).toBe("1");
  // For room: the newer version never ran.
  expect(existsSync(at("data/before"))).toBe(false);
  expect(readFileSync(at("said"), "utf8").trim().split("\n").at(-1)).toBe("restart umbral-server");
});

it("goes back where the disk became full, to a version whose unit is there already", async () => {
  version("2", "0002-second.sql");
  writeFileSync(at("bin/cp"), CP_OF_A_FULL_DISK);
  chmodSync(at("bin/cp"), 0o755);
  writeFileSync(at("data/postgres/of"), "1");
  writeFileSync(at("broken"), "");
  expect((await umbral("2", "activate", "2")).output).toContain("sigue la de antes, con sus datos");
  expect(current()).toBe("1");
  expect(readFileSync(at("data/postgres/of"), "utf8")).toBe("1");
});

for (const cut of ["cut-before", "cut-after"]) {
  it(`has the data of before, and those of the newer version aside, where the power went on the way back (${cut})`, async () => {
    writeFileSync(at("bin/mv"), MV);
    chmodSync(at("bin/mv"), 0o755);
    writeFileSync(at("data/postgres/of"), "1");
    version("2", "0002-second.sql");
    expect((await umbral("2", "activate", "2")).code).toBe(0);
    writeFileSync(at("data/postgres/of"), "2");
    writeFileSync(at(cut), "");
    expect((await umbral("2", "volver", "--datos-de-antes")).code).not.toBe(0);
    await rm(at(cut));
    // Never the newer one on the older data.
    expect(current()).toBe("1");
    await umbral("1", "volver", "--datos-de-antes");
    expect(current()).toBe("1");
    expect(readFileSync(at("data/postgres/of"), "utf8")).toBe("1");
    expect(readFileSync(at("data/after/postgres/of"), "utf8")).toBe("2");
  });
}

/** A full disk makes no folder and takes no unit. */
const FULL_DISK = `#!/bin/sh
echo "No space left on device" >&2
exit 1
`;

it.each(["mkdir", "cp"])(
  "leaves the newer version running, with its data, where a full disk refuses the way back (%s)",
  async (program) => {
    version("2", "0002-second.sql");
    writeFileSync(at("data/postgres/of"), "1");
    appendFileSync(at("opt/umbral/versions/2/umbral-server.service"), "# Another.\n");
    expect((await umbral("2", "activate", "2")).code).toBe(0);
    writeFileSync(at("data/postgres/of"), "2");
    writeFileSync(at(`bin/${program}`), FULL_DISK);
    chmodSync(at(`bin/${program}`), 0o755);
    const back = await umbral("2", "volver", "--datos-de-antes");
    expect(back.code).toBe(1);
    expect(back.output).toContain("Haz espacio y repite: umbral volver --datos-de-antes");
    expect(current()).toBe("2");
    expect(readFileSync(at("data/postgres/of"), "utf8")).toBe("2");
    expect(readFileSync(at("etc/systemd/system/umbral-server.service"), "utf8")).toContain("# Another.");
    expect(readFileSync(at("said"), "utf8").trim().split("\n").at(-1)).toBe("start umbral-server");
    await rm(at(`bin/${program}`));
    expect(await umbral("2", "volver", "--datos-de-antes")).toMatchObject({ code: 0 });
    expect([current(), readFileSync(at("data/postgres/of"), "utf8")]).toEqual(["1", "1"]);
    expect(readFileSync(at("data/after/postgres/of"), "utf8")).toBe("2");
  },
);

it("goes back with the unit of before also where the power went before it was there", async () => {
  version("2", "0002-second.sql");
  writeFileSync(at("data/postgres/of"), "1");
  appendFileSync(at("opt/umbral/versions/2/umbral-server.service"), "# Another.\n");
  expect((await umbral("2", "activate", "2")).code).toBe(0);
  writeFileSync(at("data/postgres/of"), "2");
  writeFileSync(at("bin/cp"), "#!/bin/sh\nkill -KILL $PPID\n");
  chmodSync(at("bin/cp"), 0o755);
  expect((await umbral("2", "volver", "--datos-de-antes")).code).not.toBe(0);
  await rm(at("bin/cp"));
  expect(await umbral("1", "volver", "--datos-de-antes")).toMatchObject({ code: 0 });
  expect([current(), readFileSync(at("data/postgres/of"), "utf8")]).toEqual(["1", "1"]);
  expect(readFileSync(at("etc/systemd/system/umbral-server.service"), "utf8")).not.toContain("# Another.");
});

it("goes on with the newer version where nobody put the database of DATABASE_URL back", async () => {
  writeFileSync(at("etc/umbral/server.env"), "DATABASE_URL=postgres://umbral@localhost/umbral\n");
  version("2", "0002-second.sql");
  expect((await umbral("2", "activate", "2", "--copia-hecha")).code).toBe(0);
  const asked = await umbral("2", "volver");
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining("repite con --datos-de-antes") });
  // The older one refuses what it does not understand.
  writeFileSync(at("broken"), "");
  const back = await umbral("2", "volver", "--datos-de-antes");
  expect(back).toMatchObject({
    code: 1,
    output: expect.stringContaining("Para seguir con la más nueva: umbral volver"),
  });
  expect(current()).toBe("1");
  expect(await umbral("1", "volver")).toMatchObject({ code: 0 });
  expect(current()).toBe("2");
});

it("says how to go on where an update changed the database of DATABASE_URL and neither version starts", async () => {
  writeFileSync(at("etc/umbral/server.env"), "DATABASE_URL=postgres://umbral@localhost/umbral\n");
  version("2", "0002-second.sql");
  writeFileSync(at("bin/systemctl"), '#!/bin/sh\n[ "$1" != restart ] || exit 1\n');
  const { code, output } = await umbral("2", "activate", "2", "--copia-hecha");
  expect(code).toBe(1);
  expect(output).toContain("restaura tu copia en una base vacía");
  expect(current()).toBe("1");
});

/** A machine on which nothing is installed yet. @returns what installs a package there */
async function newMachine() {
  const place = at("package");
  version("9");
  cpSync(at("opt/umbral/versions/9"), place, { recursive: true });
  for (const gone of ["opt", "etc/umbral"]) {
    await rm(at(gone), { recursive: true });
  }
  cpSync(join(root, "deploy/server/install.sh"), join(place, "install.sh"));
  cpSync(join(root, "deploy/proxies/Caddyfile"), join(place, "Caddyfile"));
  writeFileSync(join(place, "ARCH"), process.arch === "arm64" ? "arm64" : "amd64");
  writeFileSync(join(place, "BUILD"), "9");
  for (const program of ["package/run", "bin/getent", "bin/chown", "bin/caddy"]) {
    writeFileSync(at(program), "#!/bin/sh\n");
    chmodSync(at(program), 0o755);
  }
  /** @param {...string} args */
  return (...args) =>
    run("sh", [join(place, "install.sh"), "--no-packages", ...args], {
      quiet: true,
      env: {
        PATH: `${at("bin")}:${dirname(process.execPath)}:${process.env["PATH"]}`,
        UMBRAL_ROOT: machine,
      },
    });
}

const address = ["--address", "https://umbral.example"];

it.each([
  ["Ctrl-C", "kill -INT $PPID"],
  ["a full disk", ""],
])(
  "leaves nothing of a version in the middle of whose copy came %s, and is installed after",
  async (_what, act) => {
    const install = await newMachine();
    writeFileSync(
      at("bin/cp"),
      `#!/bin/sh\ncase "$*" in *versions/.new) mkdir "$3"; : > "$3/half"; ${act || ":"}; exit 1 ;; esac\nexec /bin/cp "$@"\n`,
    );
    chmodSync(at("bin/cp"), 0o755);
    expect((await install(...address)).code).toBe(act ? 130 : 1);
    expect(readdirSync(at("opt/umbral/versions"))).toEqual([]);
    await rm(at("bin/cp"));
    expect(await install(...address)).toMatchObject({ code: 0 });
    expect(readdirSync(at("opt/umbral/versions"))).toEqual(["9"]);
  },
);

it("gets to its address when it is installed again after a first start that failed", async () => {
  const install = await newMachine();
  writeFileSync(at("broken"), "");
  const first = await install(...address);
  expect(first).toMatchObject({ code: 1, output: expect.stringContaining("Umbral no arrancó bien") });
  expect(readFileSync(at("said"), "utf8")).not.toContain("caddy");
  const other = await install("--address", "https://otro.example");
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining("ya está instalado para") });
  const again = await install(...address);
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringContaining("Abierto: https://umbral.example"),
  });
  expect(again.output).toContain("Falta la primera persona");
  expect(readFileSync(at("said"), "utf8")).toContain("enable --quiet caddy\nreload-or-restart caddy\n");
  // From then on it is there.
  expect((await install()).output).not.toContain("Abierto");
  expect((await install(...address)).code).toBe(1);
});

it.each(/** @type {const} */ (["SIGHUP", "SIGINT", "SIGTERM"]))(
  "leaves nothing unpacked where its package was ended in the middle (%s), and is the same the next time",
  async (signal) => {
    const file = at("package.run");
    mkdirSync(at("var/tmp"), { recursive: true });
    mkdirSync(at("package"));
    // The first time somebody ends it, the next it comes to its end. It waits by itself: a Ctrl-C in the moment in which dash
    // starts another program (vfork) is lost to both.
    writeFileSync(at("package/install.sh"), '[ "$1" = done ] || { echo unpacked; read -r _; }\n');
    const head = readFileSync(join(root, "deploy/unpack.sh"), "utf8");
    writeFileSync(file, head.replace("@LINE@", String(head.split("\n").length)));
    await run("sh", ["-c", `tar -czf - -C ${at("package")} . >> ${file}`]);
    /** @param {string} what */
    const start = (what) =>
      // Of its own, as a terminal has it: a signal is for all of it.
      spawn("sh", [file, what], { detached: true, env: { PATH: process.env["PATH"], UMBRAL_ROOT: machine } });
    const first = start("begun");
    await once(first.stdout, "data");
    expect(readdirSync(at("var/tmp"))).toHaveLength(1);
    process.kill(-(first.pid ?? Number.NaN), signal);
    expect((await once(first, "close"))[0]).toBeGreaterThan(128);
    expect(readdirSync(at("var/tmp"))).toEqual([]);
    expect(await once(start("done"), "close")).toEqual([0, null]);
    expect(readdirSync(at("var/tmp"))).toEqual([]);
  },
);

it("begins after the disk of the backups, which it would not see where that is mounted later", () => {
  const unit = readFileSync(join(root, "deploy/server/umbral-server.service"), "utf8");
  const [, folder = ""] = /^ReadWritePaths=-\/(.*)$/m.exec(unit) ?? [];
  expect(unit).toMatch(new RegExp(`^After=${folder.replaceAll("/", "-")}\\.mount$`, "m"));
});

it("believes the authority that the settings name, which Node.js asks for before it reads them", async () => {
  const place = at("opt/umbral/versions/1");
  cpSync(join(root, "deploy/server/run"), join(place, "run"));
  mkdirSync(join(place, "apps/server/dist"));
  writeFileSync(join(place, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(place, "apps/server/dist/main.js"),
    'import { createSecureContext } from "node:tls"; createSecureContext();',
  );
  writeFileSync(at("etc/umbral/server.env"), "NODE_EXTRA_CA_CERTS=/nowhere/authority.pem\n");
  const { output } = await run("sh", [join(place, "run"), "server"], {
    quiet: true,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      SETTINGS_FILE: at("etc/umbral/server.env"),
    },
  });
  // That it looks for it is seen where it is not there.
  expect(output).toContain("Ignoring extra certs from `/nowhere/authority.pem`");
});

it("has every command of the server, as its user, and writes the diagnosis where this one may", async () => {
  writeFileSync(at("bin/runuser"), '#!/bin/sh\ncalled=$7\nshift 8\necho "$(pwd): $called $@"\n');
  chmodSync(at("bin/runuser"), 0o755);
  const said = new Map();
  for (const [command = "", ...args] of [
    ["administrador", "--cedula", "1"],
    ["acceso", "off", "--cedula", "1"],
    ["auditoria"],
    ["respaldo", "--to", "/elsewhere"],
    ["restaurar", "/a.backup", "--check"],
    ["persona", "export", "1", "--to", "/a.zip"],
    ["diagnostico"],
    ["archivos", "--to", "s3"],
  ]) {
    const { output } = await umbral("1", command, ...args);
    const [place, called, program = "", ...rest] = output.trim().split(" ");
    expect(called).toBe("CALLED_BY=umbral");
    expect(place).toBe(command === "diagnostico" ? `${realpathSync(at("data"))}:` : "/:");
    said.set(program, rest);
  }
  const commands = readdirSync(join(root, "apps/server/src/commands"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "command.ts")
    .map((name) => name.replace(".ts", ""));
  expect([...said.keys()].sort()).toEqual(commands.sort());
  expect(said.get("restore")).toEqual(["/a.backup", "--check"]);
  const { output: usage } = await umbral("1", "ayuda");
  for (const option of ["--copia-hecha", "--datos-de-antes"]) {
    expect(usage).toContain(option);
  }
});

it("says that it needs sudo before it looks for what only root may read", async () => {
  writeFileSync(at("bin/id"), "#!/bin/sh\necho 1000\n");
  chmodSync(at("bin/id"), 0o755);
  const asked = await run("sh", [at("opt/umbral/versions/1/umbral"), "diagnostico"], {
    quiet: true,
    env: { PATH: `${at("bin")}:${dirname(process.execPath)}:${process.env["PATH"]}` },
  });
  expect(asked).toMatchObject({ code: 1, output: expect.stringMatching(/^Hace falta sudo\.\s*$/) });
});

/** A machine with a controller whose second version never starts. */
function controllerMachine() {
  const versions = at("opt/umbral-controller/versions");
  /** @param {string} build */
  const controllerVersion = (build) => {
    mkdirSync(join(versions, build), { recursive: true });
    for (const file of ["umbral-controller", "places.sh", "umbral-controller.service"]) {
      cpSync(join(root, "deploy/controller", file), join(versions, build, file));
    }
    cpSync(join(root, "deploy/shared.sh"), join(versions, build, "shared.sh"));
    writeFileSync(join(versions, build, "VERSION"), `${build}\n`);
  };
  const link = at("opt/umbral-controller/current");
  writeFileSync(
    at("bin/systemctl"),
    `#!/bin/sh\n[ "$1" != restart ] || [ "$(cat ${link}/VERSION)" = 1 ] || { kill -INT $PPID; exit 1; }\n`,
  );
  /** @param {string} build */
  const activate = (build) => {
    controllerVersion(build);
    return run("sh", [join(versions, build, "umbral-controller"), "activate", build], {
      quiet: true,
      env: { PATH: `${at("bin")}:${process.env["PATH"]}`, UMBRAL_ROOT: machine },
    });
  };
  return { activate, running: () => basename(readlinkSync(link)) };
}

it("takes a controller's version back that fails, also where somebody pressed Ctrl-C meanwhile", async () => {
  const { activate, running } = controllerMachine();
  expect(await activate("1")).toMatchObject({ code: 0 });
  expect(await activate("2")).toMatchObject({
    code: 1,
    output: expect.stringContaining("sigue la de antes"),
  });
  expect(running()).toBe("1");
});

it("takes a controller's version back where a full disk takes no unit, whoever begins it", async () => {
  const { activate, running } = controllerMachine();
  await activate("1");
  // The newer one's, as its installer put it there.
  appendFileSync(at("etc/systemd/system/umbral-controller.service"), "# Another.\n");
  writeFileSync(at("bin/cp"), CP_OF_A_FULL_DISK);
  chmodSync(at("bin/cp"), 0o755);
  expect((await activate("2")).output).toContain("sigue la de antes");
  expect(running()).toBe("1");
  // The same where the power went meanwhile: nothing that a start does before it may keep it from starting.
  writeFileSync(at("opt/umbral-controller/trial"), "another-boot\n1\n");
  const settled = await run("sh", [at("opt/umbral-controller/versions/1/umbral-controller"), "settle"], {
    quiet: true,
    env: { PATH: `${at("bin")}:${process.env["PATH"]}`, UMBRAL_ROOT: machine },
  });
  expect(settled).toMatchObject({ code: 0 });
});

it("asks for a copy of somebody else's database, however the settings name it", async () => {
  writeFileSync(at("etc/umbral/server.env"), "DATABASE_URL = postgres://umbral@localhost/umbral\n");
  version("2", "0002-second.sql");
  expect((await umbral("2", "activate", "2")).output).toContain("repite con --copia-hecha");
  expect(current()).toBe("1");
});
