import { originWords } from "@umbral/contract/doors/opening-words";
import type { OpenDoorEvent } from "@umbral/contract/doors/openings.contract";
import { EventPhoto } from "../../ui/EventPhoto.tsx";
import { openingSentences } from "./openings.strings.ts";

/** What the door's camera saw when it opened, or that nothing was kept. */
export const OpeningPhoto = ({ opening }: { opening: OpenDoorEvent }) => (
  <EventPhoto
    src={opening.image_url}
    alt={`${opening.doorName} al abrirse`}
    none={opening.hasBrokenPicture ? openingSentences.brokenPhoto : openingSentences.noPhoto}
    place={`${opening.doorName} · ${opening.buildingName}`}
    at={opening.timestamp_camera}
    toldAt={opening.toldAt}
    timeZone={opening.timeZone}
  >
    {opening.userName ?? "Sin identificar"}
    {opening.apartment === null ? null : ` · Apartamento ${opening.apartment}`} ·{" "}
    {originWords[opening.origin]}
  </EventPhoto>
);
