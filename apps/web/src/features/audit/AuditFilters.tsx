import { auditActions } from "@umbral/contract/audit/audit-actions";
import { keyIn } from "../../lib/key-in.ts";
import type { ListAddress } from "../../lib/useListAddress.ts";
import { chipOf, Filters } from "../../ui/Filters.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { optionsOfWords } from "../../ui/options.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { BuildingChoice, useAllBuildings } from "../buildings/index.ts";
import css from "./AuditScreen.module.css";

/** Names of the filters in the address. */
export const auditFilters = ["edificio", "accion", "desde", "hasta"] as const;
/** What is typed, which no address tells. */
export const typedOfAudit = ["persona"] as const;
type Address = ListAddress<(typeof auditFilters)[number] | (typeof typedOfAudit)[number]>;

const actions = optionsOfWords(auditActions).sort((one, other) => one.label.localeCompare(other.label, "es"));

/** Takes off all but the person, who is looked for beside them. */
const none = { edificio: "", accion: "", desde: "", hasta: "" } as const;

/** By person, and folded away until somebody wants them by building, action and day. */
export function AuditFilters({ address }: { address: Address }) {
  const buildings = useAllBuildings().data ?? [];
  const building = address.value("edificio");
  const action = keyIn(auditActions, address.value("accion"));
  const chips = [
    ...chipOf(buildings.find(({ id }) => id === building)?.name, () => address.change({ edificio: "" })),
    ...chipOf(action === undefined ? "" : auditActions[action], () => address.change({ accion: "" })),
  ];
  return (
    <search className={css["filters"]}>
      <div className={css["person"]}>
        <SearchField
          label="Persona"
          hint="Nombre o cédula"
          value={address.value("persona")}
          onChange={(persona) => address.change({ persona })}
        />
      </div>
      <Filters chips={chips} days={address} onClear={() => address.change(none)}>
        <BuildingChoice
          value={building}
          onChange={(edificio = "") => address.change({ edificio })}
          none="Todos"
        />
        <SelectField
          label="Acción"
          value={address.value("accion")}
          onChange={(accion) => address.change({ accion })}
          options={[{ value: "", label: "Todas" }, ...actions]}
        />
      </Filters>
    </search>
  );
}
