import { createStore, useStore } from "../lib/store.ts";
import { dialogs } from "./dialogs.ts";

/*
 * `data-unsaved` stands on a form in which something was changed that nobody saved: `useForm` puts it there, and a form that
 * keeps its own values.
 */

/** Would something be lost if this dialog closed? */
export const hasUnsaved = (dialog: HTMLDialogElement | null): boolean =>
  !!dialog?.querySelector("form[data-unsaved]");

/** Asks whoever closes one that holds such a form. */
export const askToDiscard = (): Promise<boolean> =>
  dialogs.confirm({
    title: "¿Borrar lo que escribiste?",
    text: "Todavía no lo has guardado.",
    irrevocable: true,
  });

/** Open dialogs in which something would be lost. */
const unsaved = createStore<readonly HTMLDialogElement[]>([]);

/** Would something be lost if somebody left the screen? */
export const useHasUnsaved = (): boolean => useStore(unsaved, (open) => open.length > 0);

/** Tells {@link useHasUnsaved} of a dialog. Returns how it is told of it no more. */
export function watchUnsaved(dialog: HTMLDialogElement): () => void {
  const others = () => unsaved.current().filter((one) => one !== dialog);
  const look = () => {
    if (hasUnsaved(dialog) !== unsaved.current().includes(dialog)) {
      unsaved.set(hasUnsaved(dialog) ? [...others(), dialog] : others());
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(dialog, { attributeFilter: ["data-unsaved"], childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    unsaved.set(others());
  };
}
