// @ts-check
import { access, readdir } from "node:fs/promises";
import { findPostgresFolder } from "./postgres-folder.mjs";
import { run, say } from "./run.mjs";

/** @typedef {{ name: string, packages: string[], find: () => Promise<string | undefined> }} SystemPart */

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const CHROMIUM_ON_MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** What the tests' camera publishes H.264 with; it runs on the system's own Python. */
const RTSP_CAMERA = `
import gi
gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtspServer
Gst.init(None)
assert all(Gst.ElementFactory.find(e) for e in ("videotestsrc", "x264enc", "jpegenc", "rtph264pay", "rtpjpegpay"))
`;

/** @type {SystemPart} */
const chromium = { name: "Chromium", packages: ["chromium", "fonts-liberation"], find: findChromium };

/** The same browser without a window: quicker, and not on every system. The tests do without it. */
const SHELL = "chromium-headless-shell";

/** @type {SystemPart[]} */
const parts = [
  chromium,
  { name: "coturn", packages: ["coturn"], find: () => answers("turnserver", ["--version"]) },
  { name: "ffmpeg", packages: ["ffmpeg"], find: () => answers("ffmpeg", ["-version"]) },
  {
    name: "servidor RTSP de GStreamer",
    packages: [
      "python3-gi",
      "gir1.2-gst-rtsp-server-1.0",
      "gstreamer1.0-plugins-base",
      "gstreamer1.0-plugins-good",
      "gstreamer1.0-plugins-ugly",
    ],
    find: () => answers("/usr/bin/python3", ["-c", RTSP_CAMERA]),
  },
  // It looks at the controller's service, whether or not it is in charge here.
  { name: "systemd", packages: ["systemd"], find: () => answers("systemd-analyze", ["--version"]) },
  // The samples in deploy/proxies are run by the proxies themselves.
  { name: "Caddy", packages: ["caddy"], find: () => answers("caddy", ["version"]) },
  // What several server processes share is tried with a real one, which is killed.
  { name: "Redis", packages: ["redis-server"], find: () => answers("redis-server", ["--version"]) },
  { name: "nginx", packages: ["nginx-light"], find: findNginx },
  // The embedded one has no pg_dump, and pg_dump only takes servers that are not newer than itself.
  { name: "PostgreSQL", packages: ["postgresql"], find: findPostgresFolder },
];

/**
 * Finds the programs that the tests need beside npm's packages, and installs what is missing where that is
 * allowed: as root, or with a sudo that asks nothing, on a system with apt-get.
 * @returns {Promise<{ chromium: string | undefined, shell: string | undefined, missing: string[], command: string | undefined }>}
 *   the browser, the same without a window where there is one, the names of what is still missing, and the
 *   command that installs it
 */
export async function ensureSystemParts() {
  let missing = await missingParts();
  if (missing.length > 0) {
    const asRoot = await prefixForRoot();
    if (asRoot) {
      say(`Instalando ${missing.map(({ name }) => name).join(", ")}…`);
      await install(asRoot, packagesOf(missing));
      missing = await missingParts();
    }
  }
  return {
    chromium: await chromium.find(),
    shell: await ensureShell(),
    missing: missing.map(({ name }) => name),
    command: missing.length > 0 ? commandFor(packagesOf(missing)) : undefined,
  };
}

/** None beside a browser that was chosen by hand. */
async function ensureShell() {
  if (process.env["CHROMIUM_PATH"]) {
    return undefined;
  }
  const found = await answers(SHELL, ["--version"]);
  const asRoot = found ? undefined : await prefixForRoot();
  if (!asRoot || !(await mayKnow(SHELL))) {
    return found;
  }
  say(`Instalando ${SHELL}…`);
  await install(asRoot, [SHELL]);
  return answers(SHELL, ["--version"]);
}

/**
 * False where the system's lists of packages are there and have no such one.
 * @param {string} packageName
 */
async function mayKnow(packageName) {
  const lists = await readdir("/var/lib/apt/lists").catch(() => []);
  const isEmpty = !lists.some((name) => name.includes("_Packages"));
  return isEmpty || (await answers("apt-cache", ["show", packageName])) !== undefined;
}

async function missingParts() {
  const found = await Promise.all(parts.map((part) => part.find()));
  return parts.filter((_, index) => found[index] === undefined);
}

/** @param {SystemPart[]} wanted */
const packagesOf = (wanted) => wanted.flatMap(({ packages }) => packages);

/** @param {string[]} packages */
function commandFor(packages) {
  const aptGet = process.getuid?.() === 0 ? "apt-get" : "sudo apt-get";
  return `${aptGet} update && ${aptGet} install -y --no-install-recommends ${packages.join(" ")}`;
}

/** @returns {Promise<string[] | undefined>} what to put before a command that only root may run */
async function prefixForRoot() {
  if (!(await answers("apt-get", ["--version"]))) {
    return undefined;
  }
  if (process.getuid?.() === 0) {
    return ["env"];
  }
  return (await answers("sudo", ["-n", "true"])) ? ["sudo", "-n", "env"] : undefined;
}

/**
 * @param {string[]} asRoot
 * @param {string[]} packages
 */
async function install([command = "env", ...prefix], packages) {
  const quietly = [...prefix, "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  for (const args of [
    ["-qq", "update"],
    ["-qq", "install", "-y", "--no-install-recommends", ...packages],
  ]) {
    const { code, output } = await run(command, [...quietly, ...args], { quiet: true });
    if (code !== 0) {
      say(output.trim());
      return;
    }
  }
}

/** Not in everybody's PATH. */
async function findNginx() {
  return (await answers("nginx", ["-v"])) ?? answers("/usr/sbin/nginx", ["-v"]);
}

async function findChromium() {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    return answers(chosen, ["--version"]);
  }
  for (const candidate of [...CHROMIUM_NAMES, CHROMIUM_ON_MACOS]) {
    const found = await answers(candidate, ["--version"]);
    if (found) {
      return found;
    }
  }
  return chromiumOfPlaywright();
}

async function chromiumOfPlaywright() {
  const { chromium } = await import("playwright-core");
  const file = chromium.executablePath();
  try {
    await access(file);
  } catch {
    return undefined;
  }
  return answers(file, ["--version"]);
}

/**
 * The program's path when it can be started at all: being there is not enough (Ubuntu's `chromium-browser`
 * only says where to get one).
 * @param {string} program name or path
 * @param {string[]} args
 */
async function answers(program, args) {
  if ((await run(program, args, { quiet: true })).code !== 0) {
    return undefined;
  }
  if (program.includes("/")) {
    return program;
  }
  const { output } = await run("/bin/sh", ["-c", 'command -v "$1"', "sh", program], { quiet: true });
  return output.trim();
}
