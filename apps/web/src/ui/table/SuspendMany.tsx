import { useState } from "react";
import { validationSentence } from "../../lib/validation-sentence.ts";
import { Button } from "../Button.tsx";
import { dialogs } from "../dialogs.ts";
import { notify, UNDO_MS } from "../notices.ts";
import { oneByOne } from "./one-by-one.ts";
import { sayRefused } from "./refused-rows.ts";

/** What became of one: what takes exactly that back, null where nothing can. */
interface Suspended {
  takeBack: (() => Promise<unknown>) | null;
}

interface SuspendManyProps<Row> {
  /** Those that are chosen; who is suspended already stays so. */
  rows: readonly Row[];
  isActive(row: Row): boolean;
  /** Suspends one. Null where somebody else was first, and nothing was left to be taken. */
  suspend(row: Row): Promise<Suspended | null>;
  /** Reads the list again. */
  refresh(): Promise<unknown>;
  /** So many of them, in words: '2 personas'. */
  countWords(count: number): string;
  nameOf(row: Row): string;
  /** Why one of them was refused. */
  sentenceOf?(error: unknown): string;
  question: { title: string; text: string; takesAway: boolean };
  /** What is said of those that were: 'sin acceso'. */
  suspended: string;
  /** Chooses none any more. */
  onDone(): void;
}

/** Suspends several at once. For a few seconds that can be taken back. */
export function SuspendMany<Row>(props: SuspendManyProps<Row>) {
  const { rows, isActive, refresh, countWords, nameOf, question, suspended, onDone } = props;
  const words = { nameOf, sentenceOf: props.sentenceOf ?? validationSentence };
  const [isBusy, setBusy] = useState(false);
  const active = rows.filter(isActive);
  const takeBack = async (taken: readonly { row: Row; undo: () => Promise<unknown> }[]) => {
    const { done, refused } = await oneByOne(taken, ({ undo }) => undo());
    await refresh();
    if (done.length > 0) {
      notify(`${countWords(done.length)}: como antes.`, "good");
    }
    await sayRefused(
      refused.map(({ row: { row }, error }) => ({ row, error })),
      words,
    );
  };
  const suspendAll = async () => {
    if (!(await dialogs.confirm(question))) {
      return;
    }
    setBusy(true);
    const { done, refused } = await oneByOne(active, props.suspend);
    await refresh();
    setBusy(false);
    if (refused.length === 0) {
      onDone();
    }
    const taken = done.filter(({ result }) => result !== null);
    const undoes = taken.flatMap(({ row, result }) =>
      result?.takeBack ? { row, undo: result.takeBack } : [],
    );
    if (taken.length > 0) {
      const undo = { label: "Deshacer", run: () => void takeBack(undoes) };
      const said = `${countWords(taken.length)} ${suspended}.`;
      notify(said, "good", UNDO_MS, undoes.length > 0 ? undo : undefined);
    }
    await sayRefused(refused, words);
  };
  return (
    <Button
      look="destructive"
      disabled={active.length === 0}
      loading={isBusy}
      onClick={() => void suspendAll()}
    >
      Desactivar
    </Button>
  );
}
