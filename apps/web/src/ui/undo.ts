import { sayFailed } from "./failed.ts";
import { notify, UNDO_MS } from "./notices.ts";

/**
 * Says that somebody has no access any more. For six seconds that can be taken back; their sessions have ended all the same.
 * @param takeBack gives back what was taken, and reads again where it is shown
 */
export function offerUndo(name: string, takeBack: () => Promise<unknown>): void {
  const undo = async () => {
    try {
      await takeBack();
      notify(`${name} tiene acceso otra vez.`, "good");
    } catch (error) {
      await sayFailed(error);
    }
  };
  notify(`${name} quedó sin acceso.`, "plain", UNDO_MS, { label: "Deshacer", run: () => void undo() });
}
