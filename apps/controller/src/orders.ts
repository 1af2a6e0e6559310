import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import type { DeviceTrial, TriedDevice } from "@umbral/contract/doors/device-trial";
import type { BuildingCameras } from "./building-cameras.ts";
import type { AccessControl } from "./features/access-control/access-control.ts";
import type { SirenFeature } from "./features/alarms/siren.feature.ts";
import type { ReadersFeature } from "./features/cards/readers.feature.ts";
import type { DoorModes } from "./features/doors/door-modes.ts";
import type { DoorsFeature } from "./features/doors/doors.feature.ts";
import { tryRelay } from "./features/doors/relay-trial.ts";
import type { Clock } from "./platform/clock.ts";
import type { ClockSync } from "./platform/clock-sync.ts";
import { type OrderHandlers, Refusal } from "./platform/connection.ts";
import type { Log } from "./platform/log.ts";

/** The answer to an order to restart leaves first. */
const RESTART_AFTER_MS = 200;

interface OrderParts {
  clock: Clock;
  sync: ClockSync;
  log: Log;
  doors: DoorsFeature;
  doorModes: DoorModes;
  siren: SirenFeature;
  readers: ReadersFeature;
  accessControl: AccessControl;
  cameras: BuildingCameras;
  tryDevice: (device: TriedDevice, id: string) => DeviceTrial;
  reconfigure: (configuration: ControllerConfiguration) => object;
  restart: () => void;
}

/** Which part of the controller obeys which order of the server. */
export function orderHandlers(parts: OrderParts): OrderHandlers {
  const { clock, sync, log, doors, doorModes, siren, readers, accessControl } = parts;
  const { pictures, video, clips, trials, onvif } = parts.cameras;
  return {
    configuration: parts.reconfigure,
    "door:operate": async (order) => ({ outcome: await doors.obey(order) }),
    "doors:emergency": (order) => doorModes.obey(order),
    "siren:set": (order) => siren.set(order),
    "reader:setup": (order) => readers.setUp(order),
    "pass:enter": ({ issuedAt, ...entry }) => ({
      outcome: sync.timeLeft(issuedAt, clock.now()) > 0 ? accessControl.enterAtDesk(entry) : "expired",
    }),
    "pass:hand-over": (asked) => ({ outcome: accessControl.handOver(asked) }),
    "device:try": ({ device, id }) => parts.tryDevice(device, id),
    "access:page": (page) => accessControl.take(page),
    restart: ({ issuedAt }) => {
      // An order from before this process was for the one before it.
      if (sync.timeLeft(issuedAt, clock.now()) === 0) {
        return { outcome: "expired" };
      }
      log.warn("told to start anew");
      clock.after(RESTART_AFTER_MS, parts.restart);
      return { outcome: "restarting" };
    },
    "camera:watch": ({ cameraId, watcher, leaseMs }) => {
      if (!pictures.watch(cameraId, watcher, leaseMs)) {
        throw new Refusal("CAMERA_NOT_FOUND");
      }
      return {};
    },
    "camera:try": ({ source, withinMs }) => trials.camera(source, withinMs),
    "cameras:search": (search) => onvif.search(search),
    "camera:streams": (question) => onvif.streams(question),
    "relay:try": ({ relay, withinMs }) => trials.inTurn(() => tryRelay(relay, withinMs, clock)),
    "camera:unwatch": ({ cameraId, watcher }) => {
      pictures.unwatch(cameraId, watcher);
      return {};
    },
    "video:watch": ({ cameraId, watcher, leaseMs }) => {
      if (!video.watch(cameraId, watcher, leaseMs)) {
        throw new Refusal("CAMERA_NOT_FOUND");
      }
      return {};
    },
    "video:unwatch": ({ cameraId, watcher }) => {
      video.unwatch(cameraId, watcher);
      return {};
    },
    "clip:keep": (order) => clips.obey(order),
    "clip:part": ({ clipId, from }) => clips.part(clipId, from),
  };
}
