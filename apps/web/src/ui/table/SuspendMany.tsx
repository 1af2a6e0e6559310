import { useState } from "react";
import { Button } from "../Button.tsx";
import { dialogs } from "../dialogs.ts";
import { notify, UNDO_MS } from "../notices.ts";

interface SuspendManyProps<Row> {
  /** Those that are chosen; who is suspended already stays so. */
  rows: readonly Row[];
  isActive(row: Row): boolean;
  /** Suspends one; what comes back takes exactly that back. */
  suspend(row: Row): Promise<() => Promise<unknown>>;
  /** Reads the list again. */
  refresh(): Promise<unknown>;
  /** So many of them, in words: '2 personas'. */
  countWords(count: number): string;
  question: { title: string; text: string };
  /** What is said of those that were: 'sin acceso'. */
  suspended: string;
  /** Chooses none any more. */
  onDone(): void;
}

/** Suspends several at once. For a few seconds that can be taken back. */
export function SuspendMany<Row>(props: SuspendManyProps<Row>) {
  const { rows, isActive, refresh, countWords, question, suspended, onDone } = props;
  const [isBusy, setBusy] = useState(false);
  const active = rows.filter(isActive);
  const sayWhoStays = (count: number) => {
    if (count > 0) {
      notify(`${countWords(count)} sin cambios: inténtalo otra vez.`, "trouble");
    }
  };
  const takeBack = async (undoes: readonly (() => Promise<unknown>)[]) => {
    const back = await doneOf(undoes, (undo) => undo());
    await refresh();
    if (back.length > 0) {
      notify(`${countWords(back.length)}: como antes.`, "good");
    }
    sayWhoStays(undoes.length - back.length);
  };
  const suspendAll = async () => {
    if (!(await dialogs.confirm(question))) {
      return;
    }
    setBusy(true);
    const undoes = await doneOf(active, props.suspend);
    await refresh();
    setBusy(false);
    if (undoes.length === active.length) {
      onDone();
    }
    if (undoes.length > 0) {
      const undo = { label: "Deshacer", run: () => void takeBack(undoes) };
      notify(`${countWords(undoes.length)} ${suspended}.`, "good", UNDO_MS, undo);
    }
    sayWhoStays(active.length - undoes.length);
  };
  return (
    <Button look="danger" disabled={active.length === 0} loading={isBusy} onClick={() => void suspendAll()}>
      Desactivar
    </Button>
  );
}

/** One after the other, so that a refusal of one stops no other. Returns what came of those that were done. */
async function doneOf<Row, Result>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const done: Result[] = [];
  for (const row of rows) {
    try {
      done.push(await act(row));
    } catch {
      // Whoever is left is counted and said.
    }
  }
  return done;
}
