import type { AccessEvent } from "@umbral/contract/access-control/access-events.contract";
import { accessWords } from "@umbral/contract/access-control/access-outcome-words";
import { formatDate } from "../../../lib/dates.ts";
import { toldSentence } from "../../../ui/EventTime.tsx";
import { StorageImage } from "../../../ui/StorageImage.tsx";
import css from "./ReadingPhoto.module.css";
import { readingSentences, whoWords } from "./reading-words.ts";

/** What the door's camera saw while the card was held to its reader, or that nothing was kept. */
export function ReadingPhoto({ event }: { event: AccessEvent }) {
  const { imageUrl, hasBrokenPicture, doorName, buildingName, at, toldAt, timeZone } = event;
  const door = doorName ?? readingSentences.goneDoor;
  return (
    <figure className={css["photo"]}>
      <StorageImage
        src={imageUrl}
        alt={`${door} al leerse la tarjeta`}
        className={css["picture"]}
        fallback={
          <p className={css["none"]}>
            {hasBrokenPicture ? readingSentences.brokenPhoto : readingSentences.noPhoto}
          </p>
        }
      />
      <figcaption>
        <b>
          {door} · {buildingName}
        </b>
        <br />
        {toldAt === null ? null : (
          <>
            {toldSentence(toldAt)}
            <br />
          </>
        )}
        {formatDate(at, timeZone)} · {whoWords(event)} · {accessWords(event)}
      </figcaption>
    </figure>
  );
}
