import { IconArrowsMaximize, IconArrowsMinimize, IconChevronRight, IconX } from "@tabler/icons-react";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { useState } from "react";
import { useMay } from "../../../lib/useMay.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Zoomable } from "../../../ui/Zoomable.tsx";
import { LiveCamera } from "../../cameras/index.ts";
import { useMainDoor } from "../door-panel/index.ts";
import css from "./CallEntrance.module.css";

/**
 * Whether somebody who was called may look at the entrance besides: who calls stands there, and they may see its cameras. The server
 * asks again with each camera.
 */
export function useHasEntrance(call: Call | null, isCaller: boolean): boolean {
  const mayWatch = useMay("cameras.view", { buildingId: call?.building.id ?? "" });
  // Whoever calls the lobby does so from home, but for the guest of a pass and whoever has the sign.
  const isThere = call !== null && (!call.isToLobby || call.isByPass === true || call.isBySign === true);
  return mayWatch && isThere && !isCaller;
}

interface CallEntranceProps {
  buildingId: string;
  onClose(): void;
}

/** The cameras of the entrance during a call: small beside the other side, or in its place. */
export function CallEntrance({ buildingId, onClose }: CallEntranceProps) {
  const { door, isAsked, timeZone } = useMainDoor(buildingId);
  const [isLarge, setLarge] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const cameras = door?.cameras ?? [];
  const camera = cameras.find(({ id }) => id === (chosenId ?? door?.cameraId)) ?? cameras[0];
  const next = camera && cameras[(cameras.indexOf(camera) + 1) % cameras.length];
  return (
    <section className={css["entrance"]} data-large={isLarge || undefined} aria-label="Entrada del edificio">
      {camera === undefined ? (
        <p className={css["none"]} role="status">
          {isAsked
            ? "Buscando la cámara de la entrada…"
            : "No hay una cámara en la entrada de este edificio."}
        </p>
      ) : (
        <Zoomable key={camera.id} label={camera.name} className={css["zoom"]}>
          <LiveCamera
            buildingId={buildingId}
            camera={camera}
            timeZone={timeZone}
            fit={isLarge ? "contain" : "cover"}
            className={css["picture"]}
          />
        </Zoomable>
      )}
      <div className={css["buttons"]}>
        {camera === undefined ? null : (
          <IconButton
            label={isLarge ? "Reducir la entrada" : "Ampliar la entrada"}
            className={css["button"]}
            onClick={() => setLarge(!isLarge)}
          >
            {isLarge ? <IconArrowsMinimize aria-hidden="true" /> : <IconArrowsMaximize aria-hidden="true" />}
          </IconButton>
        )}
        {next === undefined || next === camera ? null : (
          <IconButton
            label={`Ver ${next.name}`}
            className={css["button"]}
            onClick={() => setChosenId(next.id)}
          >
            <IconChevronRight aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label="Quitar la entrada" className={css["button"]} onClick={onClose}>
          <IconX aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}
