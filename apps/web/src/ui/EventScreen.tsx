import type { RecordGap } from "@umbral/contract/lib/event-lists";
import { gapWords } from "@umbral/contract/lib/gap-words";
import type { ReactNode } from "react";
import { directionOf } from "../lib/time-order.ts";
import type { ListOrder } from "../lib/useListOrder.ts";
import { Button } from "./Button.tsx";
import css from "./EventList.module.css";
import { ListTools } from "./ListTools.tsx";
import { Screen, ScreenHead } from "./Screen.tsx";

interface EventScreenProps {
  title: string;
  /** Whose events they are. */
  place: string | undefined;
  query: {
    data: { hasOlder: boolean; gaps?: readonly RecordGap[] | undefined } | undefined;
    isFetching: boolean;
    isPending: boolean;
    isPlaceholderData: boolean;
    refetch(): unknown;
  };
  order: ListOrder<"when">;
  /** Something happened that this page does not show. */
  hasNews: boolean;
  sentences: Readonly<Record<"older" | "newer" | "news", string>>;
  /** Fetches all that is wanted as a file; the promise ends when the browser has it. */
  onExport(): Promise<void>;
  /** Chooses another building. */
  choice?: ReactNode;
  filters: ReactNode;
  pages: ReactNode;
  children: ReactNode;
}

/** A list of what happened: what can be done with all of it, what narrows it, what is new, the rows and their pages. */
export function EventScreen(props: EventScreenProps) {
  const { query, order, sentences, choice } = props;
  return (
    <Screen>
      <ScreenHead atEnd>
        <div>
          <h1>{props.title}</h1>
          <p className={css["place"]}>{props.place}</p>
        </div>
        <ListTools
          isRefreshing={query.isFetching && !query.isPending}
          onRefresh={() => void query.refetch()}
          onExport={props.onExport}
        />
      </ScreenHead>
      {choice === undefined ? null : <div className={css["building"]}>{choice}</div>}
      {props.filters}
      {props.hasNews ? (
        <Button look="quiet" className={css["news"]} onClick={() => order.change("when", true)}>
          {sentences.news}
        </Button>
      ) : null}
      {(query.data?.gaps ?? []).map((gap) => (
        <p key={`${gap.until} ${gap.timeZone}`} className={css["gap"]}>
          {gapWords(gap)}
        </p>
      ))}
      <div aria-busy={query.isPlaceholderData}>{props.children}</div>
      {props.pages}
      {query.data?.hasOlder ? (
        <p className={css["note"]}>{sentences[directionOf(order) === "desc" ? "older" : "newer"]}</p>
      ) : null}
    </Screen>
  );
}
