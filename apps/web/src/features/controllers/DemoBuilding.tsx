import { IconPlug, IconPlugOff } from "@tabler/icons-react";
import type { DemonstrationBuilding } from "@umbral/contract/controllers/demonstration.contract";
import { useEffect, useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button, joined } from "../../ui/Button.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./DemoBuilding.module.css";
import { DemoCamera } from "./DemoCamera.tsx";
import { DemoDoor } from "./DemoDoor.tsx";
import { DemoInput } from "./DemoInput.tsx";
import { type Act, useActInDemonstration } from "./demonstration.api.ts";
import { Facade } from "./Facade.tsx";

/** A line that was cut or mended shows within this time, or will not. */
const LINE_WITHIN_MS = 12_000;

/** One building from outside: its front, its line, its doors and its cameras. */
export function DemoBuilding({ building }: { building: DemonstrationBuilding }) {
  const action = useActInDemonstration(building.id);
  const [happened, setHappened] = useState("");

  const act: Act = async (command, sentence) => {
    try {
      await action.mutateAsync(command);
    } catch (error) {
      notify(sentenceFor(error), "trouble");
      return false;
    }
    setHappened(sentence);
    return true;
  };

  return (
    <section className={css["building"]} aria-label={building.name}>
      <Facade isConnected={building.isConnected} />
      <div className={css["inside"]}>
        <header className={css["head"]}>
          <h2>{building.name}</h2>
          <p className={joined(css["line"], building.isConnected ? css["on"] : css["off"])}>
            {building.isConnected ? "En línea" : "Sin línea"}
          </p>
        </header>
        <p className={joined(css["line"], css["siren"], building.siren === "sounding" && css["sounding"])}>
          {building.siren === "sounding" ? "La sirena está sonando" : "La sirena está en silencio"}
        </p>
        <Line building={building} act={act} />
        <div className={css["part"]}>
          <h3>Puertas</h3>
          <ul className={css["things"]}>
            {building.doors.map((door) => (
              <DemoDoor key={door.id} door={door} act={act} />
            ))}
          </ul>
        </div>
        <div className={css["part"]}>
          <h3>Cámaras</h3>
          <ul className={css["pairs"]}>
            {building.cameras.map((camera) => (
              <DemoCamera key={camera.id} camera={camera} act={act} />
            ))}
          </ul>
        </div>
        {building.inputs.length === 0 ? null : (
          <div className={css["part"]}>
            <h3>Entradas</h3>
            <ul className={css["things"]}>
              {building.inputs.map((input) => (
                <DemoInput key={input.id} input={input} act={act} />
              ))}
            </ul>
          </div>
        )}
        <p className={css["happened"]} role="status">
          {happened}
        </p>
      </div>
    </section>
  );
}

/** The cable between the building and Umbral. */
function Line({ building, act }: { building: DemonstrationBuilding; act: Act }) {
  const { isConnected, name } = building;
  const [isWaiting, setWaiting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what was waited for.
  useEffect(() => setWaiting(false), [isConnected]);
  useEffect(() => {
    if (isWaiting) {
      const timer = setTimeout(() => setWaiting(false), LINE_WITHIN_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isWaiting]);

  const move = async () => {
    setWaiting(true);
    const isDone = await act(
      { kind: "line", state: isConnected ? "cut" : "restored" },
      isConnected
        ? "Cortaste la línea: adentro todo sigue, pero Umbral ya no lo ve."
        : "Conectaste la línea otra vez.",
    );
    if (!isDone) {
      setWaiting(false);
    }
  };

  const words = isConnected ? "Cortar la línea" : "Conectar la línea";
  return (
    <Button
      look="quiet"
      wide
      loading={isWaiting}
      icon={
        isConnected ? <IconPlugOff aria-hidden="true" size={20} /> : <IconPlug aria-hidden="true" size={20} />
      }
      aria-label={`${words} de ${name}`}
      onClick={() => void move()}
    >
      {isWaiting ? (isConnected ? "Cortando…" : "Conectando…") : words}
    </Button>
  );
}
