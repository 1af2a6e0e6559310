import type { CameraEvent } from "@umbral/contract/clips/clips.contract";
import { formatSeconds } from "../../lib/dates.ts";
import playback from "../../ui/Playback.module.css";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { StorageImage } from "../../ui/StorageImage.tsx";
import { Zoomable } from "../../ui/Zoomable.tsx";
import css from "./CameraDay.module.css";
import { ClipChoice } from "./ClipList.tsx";
import { detailOf, titleOf } from "./event-words.ts";

/** What the line or the list stands at: its picture, and its clip for who wants to see it. Undefined while it is read. */
export function ShownEvent({ event, timeZone }: { event: CameraEvent | undefined; timeZone: string }) {
  if (event === undefined) {
    return (
      <div aria-hidden="true">
        <Skeleton height="18rem" />
      </div>
    );
  }
  const { at, imageUrls, clip } = event;
  const label = `${titleOf(event)}, ${formatSeconds(at, timeZone)}`;
  const detail = detailOf(event);
  const [picture] = imageUrls;
  return (
    <section className={css["shown"]} aria-label="Lo que se ve">
      <h2 className={css["title"]}>{label}</h2>
      {detail === "" ? null : <p className={css["place"]}>{detail}</p>}
      {picture === undefined ? (
        clip === null ? (
          <p className={playback["none"]}>De este momento no quedó foto ni clip.</p>
        ) : null
      ) : (
        <div className={css["still"]}>
          <Zoomable label={label} className={playback["stage"]}>
            <StorageImage src={picture} alt={label} className={playback["picture"]} />
          </Zoomable>
        </div>
      )}
      {clip === null ? null : <ClipChoice key={clip.id} clips={[clip]} label={label} />}
    </section>
  );
}
