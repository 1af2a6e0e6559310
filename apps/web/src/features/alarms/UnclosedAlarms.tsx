import { IconBellRinging } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";
import { WaitingRow } from "../../ui/WaitingRow.tsx";
import { useAlarms } from "./alarms.api.ts";

/** How many of a building's newest alarms nobody has closed, and the way to them. A drill is none. Nothing when there is none. */
export function UnclosedAlarms({ buildingId }: { buildingId: string }) {
  const { data } = useAlarms(buildingId, 1);
  const count = data?.alarms.filter(({ closed, drill }) => closed === null && !drill).length ?? 0;
  return count === 0 ? null : (
    <WaitingRow to={paths.alarms} icon={<IconBellRinging size={22} />}>
      {count} {count === 1 ? "alerta sin cerrar" : "alertas sin cerrar"}
    </WaitingRow>
  );
}
