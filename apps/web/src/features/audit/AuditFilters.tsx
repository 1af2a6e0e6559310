import { type AuditAction, auditActions } from "@umbral/contract/audit/audit-actions";
import { chipOf, chipsOfDays, Days, Filters } from "../../ui/Filters.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { optionsByName, optionsOfWords } from "../../ui/options.ts";
import { useAllBuildings } from "../buildings/index.ts";
import css from "./AuditScreen.module.css";
import type { AuditWish } from "./audit.api.ts";

interface AuditFiltersProps {
  wish: AuditWish;
  onChange(changed: Partial<AuditWish>): void;
}

const isAction = (value: string): value is AuditAction => value in auditActions;

const actions = optionsOfWords(auditActions).sort((one, other) => one.label.localeCompare(other.label, "es"));

/** Takes off all but the person, who is looked for beside them. */
const none = { buildingId: "", action: "", first: "", last: "" } as const;

/** By person, and folded away until somebody wants them by building, action and day. */
export function AuditFilters({ wish, onChange }: AuditFiltersProps) {
  const buildings = useAllBuildings().data ?? [];
  const chips = [
    ...chipOf(buildings.find(({ id }) => id === wish.buildingId)?.name, () => onChange({ buildingId: "" })),
    ...chipOf(wish.action === "" ? "" : auditActions[wish.action], () => onChange({ action: "" })),
    ...chipsOfDays(wish.first, wish.last, onChange),
  ];
  return (
    <search className={css["filters"]}>
      <div className={css["person"]}>
        <TextField
          label="Persona"
          type="search"
          autoComplete="off"
          maxLength={100}
          placeholder="Nombre o cédula"
          value={wish.person}
          onChange={(person) => onChange({ person })}
        />
      </div>
      <Filters chips={chips} onClear={() => onChange(none)}>
        <SelectField
          label="Edificio"
          value={wish.buildingId}
          onChange={(buildingId) => onChange({ buildingId })}
          options={[{ value: "", label: "Todos" }, ...optionsByName(buildings)]}
        />
        <SelectField
          label="Acción"
          value={wish.action}
          onChange={(action) => onChange({ action: isAction(action) ? action : "" })}
          options={[{ value: "", label: "Todas" }, ...actions]}
        />
        <Days first={wish.first} last={wish.last} onChange={onChange} />
      </Filters>
    </search>
  );
}
