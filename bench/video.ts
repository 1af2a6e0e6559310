import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newCamera, newConfiguration } from "../apps/controller/testing/configuration.ts";
import { startFakeServer } from "../apps/controller/testing/fake-server.ts";
import { startRtspServer } from "../packages/simulated-building/src/testing/rtsp-server.ts";
import { type Benchmark, type Figure, rounded } from "./figures.ts";
import { temporaryFolder } from "./product.ts";
import { glassToGlass } from "./video.glass.ts";
import { sceneFigures } from "./video.scene.ts";

const controllerProgram = join(import.meta.dirname, "..", "apps", "controller", "dist", "main.js");
/** What is spent on starting is not counted. */
const SETTLING_MS = 3000;
const RING_FILLS_MS = 13_000;
const LEASE_MS = 60_000;
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * One RTSP camera, 720p at fifteen pictures a second in H.264, watched through a whole controller: as JPEGs, ten a second as
 * a new camera is set, and then as its video. Processor time of the controller with its ffmpeg, and bytes on its line, for
 * each second. Then the same camera read for its clips with nobody looking, what a scene weighs as pictures and as video, and
 * both from glass to glass.
 */
export const video: Benchmark = async (options) => [
  ...(await throughController(options)),
  ...(await intoMemory(options)),
  ...(await sceneFigures()),
  ...(await glassToGlass(options.isLong ? 900 : 150)),
];

const throughController: Benchmark = async ({ isLong }) => {
  const { server, camera, pid, end } = await controllerWithCamera(false);
  try {
    await server.until(() => server.isConnected, "the controller");
    const seconds = isLong ? 60 : 15;
    const figures: Figure[] = [];
    for (const [name, order, received] of [
      ["pictures", "camera", () => server.frames.map(({ jpeg }) => jpeg.byteLength)],
      ["video", "video", () => server.chunks.map(({ data }) => data.byteLength)],
    ] as const) {
      await server.send(`${order}:watch`, { cameraId: camera.id, watcher: "bench", leaseMs: LEASE_MS });
      await server.until(() => received().length > 0, name);
      await pause(SETTLING_MS);
      const [cpu, count] = [cpuMs(pid), received().length];
      await pause(seconds * 1000);
      const spent = cpuMs(pid) - cpu;
      const sizes = received().slice(count);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      figures.push(
        { name: `${name}-per-second`, value: rounded(sizes.length / seconds) },
        { name: `${name}-controller-cpu-percent`, value: rounded(spent / seconds / 10) },
        { name: `${name}-kb-per-second`, value: rounded(bytes / 1000 / seconds, 0) },
      );
      await server.send(`${order}:unwatch`, { cameraId: camera.id, watcher: "bench" });
      await pause(SETTLING_MS);
    }
    return figures;
  } finally {
    await end();
  }
};

/** A camera whose clips are kept: its last seconds lie in memory. */
const intoMemory: Benchmark = async ({ isLong }) => {
  const { server, pid, end } = await controllerWithCamera(true);
  try {
    await server.until(() => server.cameraStates.some(({ state }) => state === "live"), "the camera");
    // The memory fills first.
    await pause(RING_FILLS_MS);
    const seconds = isLong ? 60 : 15;
    const cpu = cpuMs(pid);
    await pause(seconds * 1000);
    return [{ name: "clips-controller-cpu-percent", value: rounded((cpuMs(pid) - cpu) / seconds / 10) }];
  } finally {
    await end();
  }
};

async function controllerWithCamera(keepsClips: boolean) {
  const folder = await temporaryFolder();
  const server = await startFakeServer();
  const rtsp = await startRtspServer({ pattern: "smpte" });
  const camera = newCamera({
    framesPerSecond: 10,
    width: 1280,
    source: { kind: "rtsp", address: rtsp.address },
  });
  server.configuration = newConfiguration(server.buildingId, {
    cameras: [camera],
    clips: keepsClips ? { keptForDays: 14 } : null,
  });
  const controller = spawn(process.execPath, ["--max-semi-space-size=1", controllerProgram], {
    env: {
      ...process.env,
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: join(folder.path, "controller"),
      PAIRING_CODE: server.pairingCode,
      ALLOW_PLAIN_LINE: "1",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const pid = controller.pid ?? 0;
  return {
    ...{ server, camera, pid },
    async end() {
      const gone = once(controller, "exit");
      controller.kill();
      await gone;
      await rtsp.stop();
      await server.close();
      await folder.remove();
    },
  };
}

/** Processor time of a process and of those that it started and that still run. */
function cpuMs(pid: number): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ");
        const isOfIt = Number(name) === pid || Number(fields[1]) === pid;
        return isOfIt ? sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS : sum;
      } catch {
        // It ended while it was being read.
        return sum;
      }
    }, 0);
}
