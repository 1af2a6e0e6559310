import type { DoorTrouble } from "@umbral/contract/alarms/intrusions.contract";
import { formatDate } from "../../lib/dates.ts";
import { LiveCamera } from "../cameras/index.ts";
import css from "./IntrusionDetail.module.css";
import { IntrusionDetail } from "./IntrusionDetail.tsx";
import { useTodaysIntrusions } from "./intrusions.api.ts";
import { intrusionSentences } from "./intrusions.strings.ts";

/** What the camera of a door saw and sees: its pictures as they come, and live at once. */
export function DoorTroubleDetail({ trouble }: { trouble: DoorTrouble }) {
  const { data } = useTodaysIntrusions(trouble.buildingId);
  const event = data?.eventIntrusionDetails.find(({ id }) => id === trouble.id);
  if (event) {
    return <IntrusionDetail event={event} isCovered={false} />;
  }
  const { camera, buildingId, timeZone } = trouble;
  return (
    <div className={css["detail"]}>
      <p>
        <b>{trouble.buildingName}</b> · {trouble.doorName}
        <br />
        {formatDate(trouble.at, timeZone)}
      </p>
      {camera === null ? (
        <p className={css["blind"]}>{intrusionSentences.noCamera}</p>
      ) : (
        <div className={css["live"]}>
          <LiveCamera key={camera.id} buildingId={buildingId} camera={camera} timeZone={timeZone} />
        </div>
      )}
    </div>
  );
}
