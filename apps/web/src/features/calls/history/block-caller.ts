import { sayFailed } from "../../../ui/failed.ts";

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
  try {
    // Every page knows what rings, the login too: what asks is fetched by who needs it.
    const { blockOnceMeant } = await import("./blocking.ts");
    return await blockOnceMeant(apartmentId, caller);
  } catch (error) {
    await sayFailed(error);
    return false;
  }
}
