import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { FoundCamera } from "@umbral/contract/cameras/camera-search";
import { AskedCamera, OnvifFailure } from "./ask-camera.ts";
import type { OnvifNews, OnvifWork } from "./onvif-work.ts";
import { probe } from "./probe.ts";

/** What a camera that was asked at its address says of itself comes a moment later, if it does. */
const NAME_WITHIN_MS = 1000;

/** A thread of its own for what strangers answer. Who started it ends it when it takes too long. */
async function main(tell: (news: OnvifNews) => void): Promise<void> {
  const work: OnvifWork = workerData;
  const found = (camera: FoundCamera) => tell({ kind: "found", camera });
  tell({ kind: "begun" });
  switch (work.kind) {
    case "search":
      for (const from of work.from) {
        probe({ from, to: work.group, port: work.port, accepts: () => true, found });
      }
      return;
    case "look-up":
      await lookUp(work, found);
      tell({ kind: "end" });
      return;
    case "streams": {
      const camera = new AskedCamera(work.address, work.username, work.password);
      try {
        tell({ kind: "streams", found: await camera.streams() });
      } finally {
        camera.end();
      }
    }
  }
}

/** One camera, by both of its doors: many answer a search that is meant for them alone, all answer over HTTP. */
async function lookUp(
  { host, httpPort, port }: Extract<OnvifWork, { kind: "look-up" }>,
  found: (camera: FoundCamera) => void,
): Promise<void> {
  let isFound = false;
  const asking = probe({
    to: host,
    port,
    accepts: (address) => address === host,
    found: (camera) => {
      isFound = true;
      found(camera);
    },
  });
  const address = new URL(`http://${host}:${httpPort}/onvif/device_service`).href;
  const camera = new AskedCamera(address, "", "");
  try {
    await camera.greet();
    if (!isFound) {
      await pause(NAME_WITHIN_MS);
    }
    if (!isFound) {
      found({ address, name: null, model: null });
    }
  } catch (error) {
    if (!isFound) {
      await pause(NAME_WITHIN_MS);
    }
    // It asks for a password before it says the time: it is one.
    const isThere = error instanceof OnvifFailure && error.trouble === "needs-password";
    if (isThere && !isFound) {
      found({ address, name: null, model: null });
    } else if (!isFound) {
      throw error;
    }
  } finally {
    asking.end();
    camera.end();
  }
}

const port = parentPort;
if (port) {
  const tell = (news: OnvifNews) => port.postMessage(news);
  try {
    await main(tell);
  } catch (error) {
    tell({ kind: "failed", trouble: error instanceof OnvifFailure ? error.trouble : "nonsense" });
  }
}
