import { IconWalk } from "@tabler/icons-react";
import type { DemonstrationBuilding } from "@umbral/contract/controllers/demonstration.contract";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import css from "./DemoCamera.module.css";
import type { Act } from "./demonstration.api.ts";

interface DemoCameraProps {
  camera: DemonstrationBuilding["cameras"][number];
  act: Act;
}

/** A camera's patch of ground, and somebody who walks across it. */
export function DemoCamera({ camera, act }: DemoCameraProps) {
  const [walks, setWalks] = useState(0);
  const walk = async () => {
    if (
      await act({ kind: "walk-by", cameraId: camera.id }, `Alguien pasa frente a la cámara ${camera.name}.`)
    ) {
      setWalks((count) => count + 1);
    }
  };
  return (
    <li className={css["camera"]}>
      <div className={css["ground"]} aria-hidden="true">
        <svg className={css["eye"]} viewBox="0 0 40 28" width="40" height="28" aria-hidden="true">
          <path className={css["beam"]} d="M18 14 2 44h44z" />
          <path className={css["body"]} d="M6 4h20l8 6-8 6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z" />
          <circle className={css["lens"]} cx="24" cy="10" r="3.4" />
        </svg>
        {walks === 0 ? null : (
          <span key={walks} className={css["walker"]}>
            <IconWalk size={34} stroke={2} />
          </span>
        )}
      </div>
      <strong>{camera.name}</strong>
      <Button
        look="quiet"
        icon={<IconWalk aria-hidden="true" size={20} />}
        aria-label={`Pasar caminando frente a ${camera.name}`}
        onClick={() => void walk()}
      >
        Pasar caminando
      </Button>
    </li>
  );
}
