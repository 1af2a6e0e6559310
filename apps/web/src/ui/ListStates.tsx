import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useDeferredValue } from "react";
import { listSentences, sentenceFor } from "../lib/sentences.ts";
import { Button } from "./Button.tsx";
import { Disc } from "./Disc.tsx";
import css from "./ListStates.module.css";

/** The part of a TanStack query that says in which state a list is. */
export interface ListQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

export interface EmptyWords {
  title: string;
  hint?: string;
  icon?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
  /** One of several short lists: that there is nothing takes no more room than something would. */
  isShort?: boolean;
}

interface StatesProps<Data> {
  query: ListQuery<Data>;
  /** The same shape as the full list. */
  skeleton: ReactNode;
  children(data: Data): ReactNode;
}

/** Of what is always something there is nothing to be said when it is empty. */
type ListStatesProps<Data> = StatesProps<Data> &
  ({ isEmpty(data: Data): boolean; empty: EmptyWords } | { isEmpty?: never; empty?: never });

/**
 * The four states of a list: loading, empty, error, full. What was read stays on screen while it is
 * read again, also when that fails.
 */
export function ListStates<Data>({ query, isEmpty, skeleton, empty, children }: ListStatesProps<Data>) {
  // Much comes with a first answer: it is drawn in steps that leave room for a press, which an answer by itself is not.
  const isTime = useDeferredValue(query.data !== undefined);
  if (query.data !== undefined && isTime) {
    return isEmpty?.(query.data) ? <Empty {...empty} /> : children(query.data);
  }
  if (query.data === undefined && query.error && !query.isFetching) {
    return <Failure error={query.error} again={() => void query.refetch()} />;
  }
  return <Loading>{skeleton}</Loading>;
}

/** A skeleton, and the word for who cannot see it. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true">
      <p className="um-hidden" role="status">
        Cargando…
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Nothing there: the sentence, and what to do next. */
export function Empty({ title, hint, icon, action, isShort }: EmptyWords) {
  return (
    <div className={css["state"]} data-short={isShort || undefined}>
      {icon === undefined ? null : <Disc>{icon}</Disc>}
      <p className={css["title"]}>{title}</p>
      {hint === undefined ? null : <p className={css["hint"]}>{hint}</p>}
      {action}
    </div>
  );
}

/** It could not be read: what happened, and the way to try again. */
function Failure({ error, again }: { error: unknown; again(): void }) {
  return (
    <div className={css["state"]} role="alert">
      <Disc>
        <IconAlertTriangle size={32} stroke={1.6} />
      </Disc>
      <p className={css["title"]}>{listSentences.failed}</p>
      <p className={css["hint"]}>{sentenceFor(error)}</p>
      <Button look="quiet" icon={<IconRefresh aria-hidden="true" size={20} />} onClick={again}>
        {listSentences.again}
      </Button>
    </div>
  );
}
