import type { AccessEvent } from "@umbral/contract/access-control/access-events.contract";
import { accessWords } from "@umbral/contract/access-control/access-outcome-words";
import { EventPhoto } from "../../../ui/EventPhoto.tsx";
import { readingSentences, whoWords } from "./reading-words.ts";

/** What the door's camera saw while the card was held to its reader, or that nothing was kept. */
export function ReadingPhoto({ event }: { event: AccessEvent }) {
  const door = event.doorName ?? readingSentences.goneDoor;
  return (
    <EventPhoto
      src={event.imageUrl}
      alt={`${door} al leerse la tarjeta`}
      none={event.hasBrokenPicture ? readingSentences.brokenPhoto : readingSentences.noPhoto}
      place={`${door} · ${event.buildingName}`}
      at={event.at}
      toldAt={event.toldAt}
      timeZone={event.timeZone}
    >
      {whoWords(event)} · {accessWords(event)}
    </EventPhoto>
  );
}
