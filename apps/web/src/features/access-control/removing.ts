import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { refreshAccess } from "./access.api.ts";

/** Asks, and then does what cannot be undone; what is shown is the truth again afterwards, also where it failed. */
export async function removeAfter(
  question: Parameters<typeof dialogs.confirm>[0],
  buildingId: string,
  drop: () => Promise<unknown>,
): Promise<void> {
  if (!(await dialogs.confirm(question))) {
    return;
  }
  try {
    await drop();
  } catch (error) {
    await sayFailed(error);
  }
  await refreshAccess(buildingId);
}
