import { findGranted, isAccessFact, keepAccessFact } from "../features/access-control/access-facts.ts";
import type { AccessLines } from "../features/access-control/access-lines.ts";
import type { AlarmClock } from "../features/alarms/alarm-clock.ts";
import { isIntrusionFact, keepIntrusionFact } from "../features/alarms/intrusion-facts.ts";
import type { CameraRelay } from "../features/cameras/camera-relay.ts";
import { tellTag } from "../features/cards/reader-setups.ts";
import { isClipFact, keepClipFact } from "../features/clips/clip-facts.ts";
import type { ClipFetcher } from "../features/clips/clip-fetcher.ts";
import type { ControllerGreeting } from "../features/controllers/controller-greeting.ts";
import { heedFreeDoors, keepDoorFact } from "../features/doors/door-facts.ts";
import { keepLeaves } from "../features/doors/door-leaves.ts";
import type { OutsideFeed } from "../features/integrations/outside-feed.ts";
import { tellArrival, tellHeldDoor, whoHearsOfGuests } from "../features/notice-rules/tell-home.ts";
import { noteEntryAtDoor } from "../features/passes/door-entries.ts";
import { tellOfBuilding } from "../features/spaces/index.ts";
import type { Services } from "../platform/context.ts";

/** What controllers tell, each to the room that it is about. */
export function serveControllers(
  greeting: ControllerGreeting,
  services: Services,
  {
    relay,
    accessLines,
    alarmClock,
    feed,
    clips,
  }: {
    relay: CameraRelay;
    accessLines: AccessLines;
    alarmClock: AlarmClock;
    feed: OutsideFeed;
    clips: ClipFetcher;
  },
): void {
  greeting.serve({
    keep: async (trx, buildingId, fact, keepPicture, id) => {
      const tell = await (isIntrusionFact(fact)
        ? keepIntrusionFact(services, trx, buildingId, fact, {
            keepPicture,
            onFire: (id) => alarmClock.fire(id),
            tellHeld: (within, held) => tellHeldDoor(services, within, held),
          })
        : isAccessFact(fact)
          ? keepAccessFact(services, trx, buildingId, fact, {
              keepPicture,
              enterByPass: (within, entry) =>
                noteEntryAtDoor(services, within, entry, whoHearsOfGuests(services)),
            })
          : isClipFact(fact)
            ? keepClipFact(services, trx, { id, buildingId }, fact, (wanting) => clips.wake(wanting))
            : keepDoorFact(services, trx, buildingId, fact, {
                keepPicture,
                controllerId: id,
                findGranted,
                tellOpened: (within, opened) => tellArrival(services, within, opened),
              }));
      return () => {
        tell?.();
        if (!services.news.isHeard) {
          feed.wake();
        }
      };
    },
    frame: (cameraId, jpeg) => relay.frame(cameraId, jpeg),
    video: (cameraId, chunk) => relay.chunk(cameraId, chunk),
    videoTrouble: (cameraId, trouble) => relay.trouble(cameraId, trouble),
    cameraState: (cameraId, state, since) => relay.state(cameraId, state, since),
    tagRead: (buildingId, read) => tellTag(services, buildingId, read),
    leaves: (controller, told) => keepLeaves(services, controller, told),
    signedIn: async (line) => {
      await heedFreeDoors(services, line);
      await accessLines.signedIn(line);
    },
    presence: async (controller, isPresent) => {
      await relay.presence(controller, isPresent);
      await tellOfBuilding(services, controller.buildingId);
      if (isPresent) {
        await alarmClock.returned(controller.buildingId);
        clips.wake(controller.buildingId);
      }
    },
  });
}
