import { parseArgs } from "node:util";
import { normalCedula } from "@umbral/contract/registration/personal-data";
import { administratorIdOf, switchOff, switchOn } from "../features/auth/administrator-states.ts";
import { systemClock } from "../platform/clock.ts";
import { Refused } from "../platform/refused.ts";
import { asTyped } from "../platform/typed-commands.ts";
import { CommandFailed, runCommand, say } from "./command.ts";

const USAGE = `Uso: ${asTyped("admin-off", "--cedula N")}, o ${asTyped("admin-on", "--cedula N")}`;

/** `npm run admin:deactivate` and `npm run admin:activate`: shuts an administrator out, or lets them in again. */
await runCommand(async ({ db }) => {
  const { state, cedula } = readArguments();
  const at = systemClock.now();
  try {
    const id = await administratorIdOf(db, cedula);
    await db.transaction().execute(async (trx) => {
      const switching = { actorId: null, id, at };
      if (state === "off") {
        await switchOff(trx, switching);
      } else {
        await switchOn(trx, switching);
      }
    });
  } catch (error) {
    if (error instanceof Refused) {
      throw new CommandFailed(
        error.code === "NOT_FOUND" ? "No hay un administrador con esa cédula." : error.body().message,
      );
    }
    throw error;
  }
  say(
    state === "off"
      ? "Listo: esa cuenta quedó desactivada y sus sesiones se cerraron."
      : "Listo: esa cuenta puede iniciar sesión de nuevo.",
  );
  return 0;
});

function readArguments(): { state: "on" | "off"; cedula: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { cedula: { type: "string", default: "" } },
    });
    const cedula = normalCedula(values.cedula.trim());
    const [state] = positionals;
    if (cedula !== "" && (state === "on" || state === "off")) {
      return { state, cedula };
    }
  } catch {
    // An option that it does not know: the usage below tells which there are.
  }
  throw new CommandFailed(USAGE);
}
