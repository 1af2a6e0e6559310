import { IconRefresh } from "@tabler/icons-react";
import { listSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import type { ListQuery } from "../../ui/ListStates.tsx";
import css from "./AskCodeScreen.module.css";

interface BuildingSelectProps {
  query: ListQuery<readonly { id: string; name: string }[]>;
  value: string;
  onChange(buildingId: string): void;
  error?: string | undefined;
}

/** One of all buildings: loading, none, failed or full. */
export function BuildingSelect({ query, value, onChange, error }: BuildingSelectProps) {
  const { data } = query;
  const isFailed = data === undefined && Boolean(query.error) && !query.isFetching;
  const isEmpty = data?.length === 0;
  return (
    <div>
      <SelectField
        label="Edificio"
        placeholder={
          data === undefined
            ? isFailed
              ? "Sin información"
              : "Cargando edificios…"
            : "Selecciona un edificio"
        }
        options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={data === undefined ? "" : value}
        onChange={onChange}
        error={error}
        hint={isEmpty ? "Todavía no hay edificios registrados." : undefined}
        disabled={data === undefined || isEmpty}
        aria-busy={data === undefined && query.isFetching}
      />
      {isFailed ? (
        <div role="alert" className={css["failure"]}>
          <p>{listSentences.failed}</p>
          <Button
            look="plain"
            icon={<IconRefresh aria-hidden="true" size={20} />}
            onClick={() => void query.refetch()}
          >
            {listSentences.again}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
