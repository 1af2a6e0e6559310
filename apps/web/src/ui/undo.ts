import { sayFailed } from "./failed.ts";
import { notify, UNDO_MS } from "./notices.ts";

interface UndoWords {
  /** What was done: 'Rosa Líder quedó sin acceso.' */
  done: string;
  /** What is said once it was taken back. */
  undone: string;
}

/**
 * Says what was done. For six seconds that can be taken back.
 * @param takeBack gives back what was taken, and reads again where it is shown
 */
export function offerToUndo({ done, undone }: UndoWords, takeBack: () => Promise<unknown>): void {
  const undo = async () => {
    try {
      await takeBack();
      notify(undone, "good");
    } catch (error) {
      await sayFailed(error);
    }
  };
  notify(done, "plain", UNDO_MS, { label: "Deshacer", run: () => void undo() });
}

/** Of somebody who has no access any more; their sessions have ended all the same. */
export const offerUndo = (name: string, takeBack: () => Promise<unknown>): void =>
  offerToUndo({ done: `${name} quedó sin acceso.`, undone: `${name} tiene acceso otra vez.` }, takeBack);
