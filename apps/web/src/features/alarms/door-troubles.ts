import type { DoorTrouble } from "@umbral/contract/alarms/intrusions.contract";
import type { Connection } from "../../lib/connection.ts";
import type { KeyStore } from "../../lib/storage.ts";
import { createStore, type Readable } from "../../lib/store.ts";

/** Which this device has been told 'Entendido' of: a page that is opened anew does not begin again with them. */
const KEY = "doorTroublesSeen";
/** More than are told to a device that signs in. */
const KEPT = 60;

export interface DoorTroubles extends Readable<readonly DoorTrouble[]> {
  /** Hears of them until the returned function is called. */
  start(): () => void;
  /** Somebody at this device has seen it. */
  understood(id: string): void;
}

/** Doors that were forced or stand open for too long, as they are told, the newest first, until somebody says 'Entendido'. */
export function createDoorTroubles(
  line: Pick<Connection, "hear" | "subscribe" | "state">,
  kept: () => KeyStore,
): DoorTroubles {
  const shown = createStore<readonly DoorTrouble[]>([]);
  const seen = (): string[] => (kept().getItem(KEY) ?? "").split(",").filter((id) => id !== "");

  const hear = (trouble: DoorTrouble) => {
    const others = shown.current().filter(({ id }) => id !== trouble.id);
    if (!seen().includes(trouble.id)) {
      shown.set([trouble, ...others].sort((one, other) => other.at.localeCompare(one.at)));
    }
  };
  const follow = () => {
    if (line.state() === "off" || line.state() === "session-over") {
      shown.set([]);
    }
  };

  return {
    current: shown.current,
    subscribe: shown.subscribe,
    start() {
      const stops = [line.hear("door_trouble", hear), line.subscribe(follow)];
      return () => {
        for (const stop of stops) {
          stop();
        }
        shown.set([]);
      };
    },
    understood(id) {
      kept().setItem(KEY, [...seen().filter((other) => other !== id), id].slice(-KEPT).join(","));
      shown.set(shown.current().filter((trouble) => trouble.id !== id));
    },
  };
}
