import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { IntrusionEvent } from "@umbral/contract/alarms/intrusions.contract";
import { formatDate } from "../../lib/dates.ts";
import { toldSentence } from "../../ui/EventTime.tsx";
import playback from "../../ui/Playback.module.css";
import { LiveCamera } from "../cameras/index.ts";
import { ClipsOf } from "../clips/index.ts";
import css from "./IntrusionDetail.module.css";
import { intrusionSentences, lengthOf, placeOf } from "./intrusions.strings.ts";
import { PictureSequence } from "./PictureSequence.tsx";

/** What was noticed then, and what the same camera sees now. */
export function IntrusionDetail({ event, isCovered }: { event: IntrusionEvent; isCovered: boolean }) {
  const { imageUrls, imageTimes, cameraId, cameraName, timeZone, buildingId } = event;
  const pictures = imageUrls.map((src, index) => ({ src, takenAt: imageTimes[index] ?? event.startTime }));
  return (
    <div className={css["detail"]}>
      <p>
        <b>{event.buildingName}</b> · {placeOf(event)}
        <br />
        {formatDate(event.startTime, timeZone)} · {lengthOf(event)}
        {event.toldAt === null ? null : (
          <>
            <br />
            {toldSentence(event.toldAt)}
          </>
        )}
      </p>
      <div className={css["pictures"]}>
        <section>
          <h3>Qué pasó</h3>
          <PictureSequence
            key={event.id}
            pictures={pictures}
            label={`${intrusionWords[event.kind]}, ${placeOf(event)}`}
            timeZone={timeZone}
          />
          {event.hasBrokenPicture ? <p>{intrusionSentences.brokenPhotos}</p> : null}
          <ClipsOf
            key={`clips ${event.id}`}
            buildingId={buildingId}
            cause="intrusion"
            causeId={event.id}
            label={`${intrusionWords[event.kind]}, ${placeOf(event)}`}
          />
        </section>
        <section>
          <h3>En vivo</h3>
          {cameraId === null ? (
            <p className={playback["none"]}>{intrusionSentences.noCamera}</p>
          ) : (
            <div className={css["live"]}>
              <LiveCamera
                key={cameraId}
                buildingId={buildingId}
                camera={{ id: cameraId, name: cameraName ?? "Cámara" }}
                timeZone={timeZone}
                isCovered={isCovered}
              />
            </div>
          )}
        </section>
      </div>
    </div>
  );
}
