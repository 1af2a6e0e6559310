import { canClose } from "@umbral/contract/doors/doors.contract";
import type { DoorValues } from "./door-values.ts";

/** How a lock hangs on its relay, so that a relay at rest leaves its door locked. */
export const wiringOf = (lockType: string): string =>
  lockType === "fail-safe"
    ? "Para un electroimán: usa el contacto NC del relé (cerrado en reposo). El relé le corta la corriente solo " +
      "mientras abre; si el controlador se apaga, la puerta sigue cerrada."
    : "Para un cerradero eléctrico: usa el contacto NA (NO) del relé (abierto en reposo). El relé le da corriente " +
      "solo mientras abre; si el controlador se apaga, la puerta sigue cerrada.";

/** Who ends a relay's pulse, and what that means; nothing of a simulated one. */
export function pulseWordsOf({
  relayKind,
  openAddress,
  closeAddress,
  localId,
}: Pick<DoorValues, "relayKind" | "openAddress" | "closeAddress" | "localId">): {
  text: string;
  isWarning: boolean;
} | null {
  if (relayKind === "uhppote") {
    return {
      text: "La placa cuenta los segundos por sí misma, enteros: lo que no llega a uno se redondea hacia arriba.",
      isWarning: false,
    };
  }
  if (relayKind === "gpio") {
    return {
      text:
        "El controlador apaga el pin al terminar los segundos que abre, también si se cae. Usa un módulo de relé que " +
        "repose mientras el computador arranca; en Raspberry Pi pon además dtparam=strict_gpiod en config.txt.",
      isWarning: false,
    };
  }
  if (relayKind !== "http") {
    return null;
  }
  if (openAddress.includes("{seconds}") && closeAddress.trim() === "") {
    return {
      text: "El equipo suelta el relé por sí mismo: {seconds} en la dirección son los segundos que abre.",
      isWarning: false,
    };
  }
  if (canClose(localId) || closeAddress.trim() === "") {
    return {
      text: "El equipo debe soltar el relé por sí mismo: configura en él los segundos que abre.",
      isWarning: false,
    };
  }
  return {
    text:
      "El controlador apaga el relé al terminar los segundos que abre: si el controlador se apaga en ese momento, " +
      "la puerta puede quedar abierta. Si el equipo puede soltarlo por sí mismo, configúralo en él y deja vacía la " +
      "dirección que apaga.",
    isWarning: true,
  };
}
