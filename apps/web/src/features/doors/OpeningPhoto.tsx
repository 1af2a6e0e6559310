import { originWords } from "@umbral/contract/doors/opening-words";
import type { OpenDoorEvent } from "@umbral/contract/doors/openings.contract";
import { formatDate } from "../../lib/dates.ts";
import { toldSentence } from "../../ui/EventTime.tsx";
import { StorageImage } from "../../ui/StorageImage.tsx";
import css from "./OpeningPhoto.module.css";
import { openingSentences } from "./openings.strings.ts";

/** What the door's camera saw when it opened, or that nothing was kept. */
export function OpeningPhoto({ opening }: { opening: OpenDoorEvent }) {
  const { doorName, buildingName, timestamp_camera: at, timeZone, userName, origin } = opening;
  return (
    <figure className={css["photo"]}>
      <StorageImage
        src={opening.image_url}
        alt={`${doorName} al abrirse`}
        className={css["picture"]}
        fallback={
          <p className={css["none"]}>
            {opening.hasBrokenPicture ? openingSentences.brokenPhoto : openingSentences.noPhoto}
          </p>
        }
      />
      <figcaption>
        <b>
          {doorName} · {buildingName}
        </b>
        <br />
        {opening.toldAt === null ? null : (
          <>
            {toldSentence(opening.toldAt)}
            <br />
          </>
        )}
        {formatDate(at, timeZone)} · {userName ?? "Sin identificar"} · {originWords[origin]}
      </figcaption>
    </figure>
  );
}
