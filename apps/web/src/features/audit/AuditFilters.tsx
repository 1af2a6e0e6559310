import { type AuditAction, auditActions } from "@umbral/contract/audit/audit-actions";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { useBuildings } from "../buildings/buildings.api.ts";
import css from "./AuditScreen.module.css";
import type { AuditWish } from "./audit.api.ts";

interface AuditFiltersProps {
  wish: AuditWish;
  onChange(changed: Partial<AuditWish>): void;
}

const isAction = (value: string): value is AuditAction => value in auditActions;

const actions = Object.entries(auditActions)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label, "es"));

/** By person, building, deed and day. */
export function AuditFilters({ wish, onChange }: AuditFiltersProps) {
  const buildings = useBuildings().data ?? [];
  return (
    <search className={css["filters"]}>
      <TextField
        label="Persona"
        type="search"
        autoComplete="off"
        maxLength={100}
        placeholder="Nombre o cédula"
        value={wish.person}
        onChange={(person) => onChange({ person })}
      />
      <SelectField
        label="Edificio"
        value={wish.buildingId}
        onChange={(buildingId) => onChange({ buildingId })}
        options={[
          { value: "", label: "Todos" },
          ...buildings.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        label="Acción"
        value={wish.action}
        onChange={(action) => onChange({ action: isAction(action) ? action : "" })}
        options={[{ value: "", label: "Todas" }, ...actions]}
      />
      <TextField
        label="Desde"
        type="date"
        value={wish.first}
        max={wish.last === "" ? undefined : wish.last}
        onChange={(first) => onChange({ first })}
      />
      <TextField
        label="Hasta"
        type="date"
        value={wish.last}
        min={wish.first === "" ? undefined : wish.first}
        onChange={(last) => onChange({ last })}
      />
    </search>
  );
}
