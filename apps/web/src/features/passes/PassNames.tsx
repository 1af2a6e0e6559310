import type { PassName } from "@umbral/contract/passes/passes.contract";
import more from "./more.module.css";
import css from "./PassNames.module.css";
import { arrivedWords, nameStateWords } from "./pass-names.ts";

interface PassNamesProps {
  names: readonly PassName[];
  now: Date;
  timeZone: string | undefined;
}

/** Who of a party's list is inside, left, or awaited, to its host. */
export function PassNames({ names, now, timeZone }: PassNamesProps) {
  return names.length === 0 ? null : (
    <details className={more["more"]}>
      <summary>Lista: {arrivedWords(names)}</summary>
      <ul className={css["names"]}>
        {names.map(({ id, name, state, at }) => (
          <li key={id} data-state={state}>
            <span className={css["name"]}>{name}</span>
            <span className={css["state"]}>{nameStateWords({ state, at }, now, timeZone)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
