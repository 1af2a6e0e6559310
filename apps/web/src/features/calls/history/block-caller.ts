import { dialogs } from "../../../ui/dialogs.ts";
import { sayFailed } from "../../../ui/failed.ts";
import { notify } from "../../../ui/notices.ts";

/** Asked before a home hears somebody no more. */
const blockQuestion = (name: string) => ({
  title: `¿Bloquear a ${name}?`,
  text: "Sus llamadas no sonarán más en tu hogar y no lo sabrá. Puedes desbloquearlo en Llamadas.",
  takesAway: true,
});

interface Blockable {
  isFromLobby: boolean;
  isToLobby: boolean;
  apartment: { id: string } | null;
}

/** A home blocks who rings it by themselves: the lobby neither, nor who calls the lobby. */
export const isBlockable = ({ isFromLobby, isToLobby, apartment }: Blockable): boolean =>
  !isFromLobby && !isToLobby && apartment !== null;

/** Asks, and then the home hears them no more. False when that was not wanted, or could not be done, which is said. */
export async function askAndBlock(
  apartmentId: string,
  caller: { id: string; name: string },
): Promise<boolean> {
  if (!(await dialogs.confirm(blockQuestion(caller.name)))) {
    return false;
  }
  try {
    // Every page knows what rings, the login too: what asks the server is fetched by who needs it.
    const { blockCallerOf } = await import("./blocked-callers.api.ts");
    await blockCallerOf(apartmentId, caller.id);
  } catch (error) {
    await sayFailed(error);
    return false;
  }
  notify(`Bloqueaste a ${caller.name}.`);
  return true;
}
