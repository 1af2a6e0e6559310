import { dialogs } from "../../../ui/dialogs.ts";
import { notify } from "../../../ui/notices.ts";
import { blockCallerOf } from "./blocked-callers.api.ts";

/** Asked before a home hears somebody no more. */
const blockQuestion = (name: string) => ({
  title: `¿Bloquear a ${name}?`,
  text: "Sus llamadas no sonarán más en tu hogar y no lo sabrá. Puedes desbloquearlo en Llamadas.",
  takesAway: true,
});

/**
 * @returns false when it was not wanted
 * @throws what the server refuses
 */
export async function blockOnceMeant(
  apartmentId: string,
  caller: { id: string; name: string },
): Promise<boolean> {
  if (!(await dialogs.confirm(blockQuestion(caller.name)))) {
    return false;
  }
  await blockCallerOf(apartmentId, caller.id);
  notify(`Bloqueaste a ${caller.name}.`);
  return true;
}
