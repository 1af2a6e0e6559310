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
