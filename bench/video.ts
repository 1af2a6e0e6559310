import { newCamera, newConfiguration } from "../apps/controller/testing/configuration.ts";
import { startFakeServer } from "../apps/controller/testing/fake-server.ts";
import { startRtspServer } from "../packages/simulated-building/src/testing/rtsp-server.ts";
import { cpuMs, startController, stop } from "./controller.ts";
import { type Benchmark, type Figure, rounded } from "./figures.ts";
import { temporaryFolder } from "./product.ts";
import { glassToGlass } from "./video.glass.ts";
import { sceneFigures } from "./video.scene.ts";

/** What is spent on starting is not counted. */
const SETTLING_MS = 3000;
const RING_FILLS_MS = 13_000;
const LEASE_MS = 60_000;

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
  const { server, camera, controller, end } = await controllerWithCamera(false);
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
      const [cpu, count] = [cpuMs(controller), received().length];
      await pause(seconds * 1000);
      const spent = cpuMs(controller) - cpu;
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
  const { server, controller, end } = await controllerWithCamera(true);
  try {
    await server.until(() => server.cameraStates.some(({ state }) => state === "live"), "the camera");
    // The memory fills first.
    await pause(RING_FILLS_MS);
    const seconds = isLong ? 60 : 15;
    const cpu = cpuMs(controller);
    await pause(seconds * 1000);
    return [
      { name: "clips-controller-cpu-percent", value: rounded((cpuMs(controller) - cpu) / seconds / 10) },
    ];
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
  const controller = startController(server, folder.path);
  return {
    ...{ server, camera, controller },
    async end() {
      await stop(controller);
      await rtsp.stop();
      await server.close();
      await folder.remove();
    },
  };
}
