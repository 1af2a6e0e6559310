import { SelectField } from "../../ui/fields.tsx";
import { useControllers } from "./registering.api.ts";

interface ControllerChoiceProps {
  buildingId: string;
  value: string;
  onChange(controllerId: string): void;
  error?: string | undefined;
}

/** Whose a new device is. There is nothing to choose where the building has one controller. */
export function ControllerChoice({ buildingId, ...field }: ControllerChoiceProps) {
  const { data: controllers = [] } = useControllers(buildingId);
  return controllers.length < 2 ? null : (
    <SelectField
      {...field}
      label="Controlador"
      hint="El computador al que está conectado."
      placeholder="Elige uno"
      options={controllers.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
