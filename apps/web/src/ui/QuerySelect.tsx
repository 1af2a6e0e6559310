import { IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { listSentences } from "../lib/sentences.ts";
import { Button } from "./Button.tsx";
import { SelectField } from "./fields.tsx";
import type { ListQuery } from "./ListStates.tsx";
import { optionsByName } from "./options.ts";
import css from "./QuerySelect.module.css";

interface QuerySelectProps {
  label: string;
  words: { before?: string | undefined; choose: string; loading: string; empty: string };
  query: ListQuery<readonly { id: string; name: string }[]>;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  required?: boolean;
}

/** A select whose choices are read from the server: waiting for another, loading, empty, failed or full. */
export function QuerySelect({ label, words, query, value, onChange, error, required }: QuerySelectProps) {
  const { data } = query;
  // What a draft remembers may have been removed since.
  const isGone = value !== "" && data !== undefined && data.every(({ id }) => id !== value);
  useEffect(() => {
    if (isGone) {
      onChange("");
    }
  });

  const isFailed = data === undefined && Boolean(query.error) && !query.isFetching;
  const isEmpty = data?.length === 0 && words.before === undefined;
  const placeholder =
    words.before ?? (data === undefined ? (isFailed ? "Sin información" : words.loading) : words.choose);
  return (
    <div className={css["select"]}>
      <SelectField
        label={label}
        placeholder={placeholder}
        options={optionsByName(data ?? [])}
        value={data === undefined ? "" : value}
        onChange={onChange}
        error={error}
        hint={isEmpty ? words.empty : undefined}
        disabled={data === undefined || data.length === 0}
        aria-busy={query.isFetching && data === undefined}
        required={required}
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
