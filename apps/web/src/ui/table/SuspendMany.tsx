import { useState } from "react";
import { Button } from "../Button.tsx";
import { dialogs } from "../dialogs.ts";
import { notify, UNDO_MS } from "../notices.ts";
import { oneByOne } from "./one-by-one.ts";

interface SuspendManyProps<Row> {
  /** Those that are chosen; who is suspended already stays so. */
  rows: readonly Row[];
  isActive(row: Row): boolean;
  /** Suspends one; what comes back takes exactly that back. Null where nothing was left to be taken. */
  suspend(row: Row): Promise<(() => Promise<unknown>) | null>;
  /** Reads the list again. */
  refresh(): Promise<unknown>;
  /** So many of them, in words: '2 personas'. */
  countWords(count: number): string;
  question: { title: string; text: string; takesAway: boolean };
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
      notify(`${countWords(count)} sin cambios: intenta de nuevo.`, "trouble");
    }
  };
  const takeBack = async (undoes: readonly (() => Promise<unknown>)[]) => {
    const { done, refused } = await oneByOne(undoes, (undo) => undo());
    await refresh();
    if (done.length > 0) {
      notify(`${countWords(done.length)}: como antes.`, "good");
    }
    sayWhoStays(refused.length);
  };
  const suspendAll = async () => {
    if (!(await dialogs.confirm(question))) {
      return;
    }
    setBusy(true);
    const { done, refused } = await oneByOne(active, props.suspend);
    const undoes = done.flatMap(({ result }) => result ?? []);
    await refresh();
    setBusy(false);
    if (refused.length === 0) {
      onDone();
    }
    if (undoes.length > 0) {
      const undo = { label: "Deshacer", run: () => void takeBack(undoes) };
      notify(`${countWords(undoes.length)} ${suspended}.`, "good", UNDO_MS, undo);
    }
    sayWhoStays(refused.length);
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
