import type { DemonstrationBuilding } from "@umbral/contract/controllers/demonstration.contract";
import { inputKindWords } from "@umbral/contract/inputs/input-devices";
import { Button } from "../../ui/Button.tsx";
import css from "./DemoInput.module.css";
import type { Act } from "./demonstration.api.ts";

interface DemoInputProps {
  input: DemonstrationBuilding["inputs"][number];
  act: Act;
}

/** A contact of the machine room: the fire panel's, that of a box, that of a battery. */
export function DemoInput({ input: { id, name, kind, isOn }, act }: DemoInputProps) {
  const words = isOn ? "Volver al reposo" : "Activar";
  return (
    <li className={css["input"]}>
      <div>
        <strong>{name}</strong>
        <span className={css[isOn ? "on" : "rest"]}>{isOn ? inputKindWords[kind] : "En reposo"}</span>
      </div>
      <Button
        look="quiet"
        aria-label={`${words}: ${name}`}
        onClick={() =>
          void act(
            { kind: "set-input", inputId: id, isOn: !isOn },
            isOn ? `${name}: volvió al reposo.` : `${name}: se activó.`,
          )
        }
      >
        {words}
      </Button>
    </li>
  );
}
