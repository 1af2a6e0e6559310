import { CallRefused } from "../../lib/failures.ts";
import { noSoonerThan } from "../../lib/no-sooner.ts";
import { dialogs } from "../../ui/dialogs.ts";
import { SUCCESS_MS, sendUserEvent } from "./alarms.api.ts";
import { alarmSentences } from "./alarms.strings.ts";

/** When it could not be told to the server (specification §8). */
const NOT_RESTARTED = "No pudimos reiniciar el edificio en este momento...";

/** Asks, restarts a building's controller, and tells what came of it. Ends when the person has read it. */
export async function restartBuilding(
  building: { id: string; name: string },
  onSending: (isSending: boolean) => void,
): Promise<void> {
  const goesOn = await dialogs.confirm({
    title: "Reiniciar el edificio",
    text: `El controlador de ${building.name} se reinicia y vuelve solo. Mientras tanto no se pueden abrir sus puertas ni ver sus cámaras desde aquí.`,
    takesAway: true,
  });
  if (!goesOn) {
    return;
  }
  onSending(true);
  try {
    await noSoonerThan(SUCCESS_MS, sendUserEvent({ buildingId: building.id, event: "RESTART_RPI" }));
    onSending(false);
    await dialogs.success();
  } catch (error) {
    onSending(false);
    const isGone = error instanceof CallRefused && error.code === "NOT_FOUND";
    await dialogs.failure({ text: isGone ? alarmSentences.noBuilding : NOT_RESTARTED });
  }
}
