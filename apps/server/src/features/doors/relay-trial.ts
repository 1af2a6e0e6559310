import type { RelayLogin, RelayTrouble } from "@umbral/contract/controllers/controller-orders.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { withSecretsOf } from "../../platform/address-secrets.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { openDevice } from "../../platform/kept-devices.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { controllerForTrial } from "../controllers/controller-actions.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { findRelay, findSiren } from "./relay-trial.queries.ts";

/** What was tried and what was not: nobody is told that a door will open because its relay is there. */
const learned: Record<RelayLogin, string> = {
  accepted:
    "El relé respondió y aceptó el usuario y la contraseña. No se movió: la ruta se comprueba al probarlo, después de guardar.",
  "not-asked":
    "El relé respondió y no pidió contraseña en su página. No se movió: la ruta y la contraseña se comprueban al probarlo, después de guardar.",
  "not-tried":
    "Hay un equipo en esa dirección. No se le pidió nada, porque esa misma dirección lo mueve: se comprueba al probarlo, después de guardar.",
};

/** What it means that what is no device on the network answered. */
const answered: Record<Exclude<RelayDriver["kind"], "http">, string> = {
  gpio: "El pin está en el controlador y lo puede usar. No se movió: que el relé cuelgue de él se comprueba al probarlo, después de guardar.",
  uhppote:
    "La placa respondió. No se movió: que la cerradura cuelgue de esa puerta de la placa se comprueba al probarlo, después de guardar.",
  simulated: "Un relé simulado siempre responde: no hay equipo que probar.",
};

const troubles: Record<RelayTrouble, string> = {
  unreachable: "El controlador no encuentra el relé. Revisa la dirección y que esté encendido y en la red.",
  "too-slow": "El relé no respondió en 4 segundos. Revisa la dirección y la red del edificio.",
  "bad-certificate":
    "El certificado del relé no es de confianza o no es de esa dirección. Si es el del equipo, confía en él: compara la huella con la que muestra el propio equipo.",
  "other-certificate":
    "El relé muestra otro certificado. Si cambiaste el equipo o su certificado, confía en el nuevo; si no, alguien puede estar en medio.",
  "refused-password": "El relé rechazó el usuario o la contraseña.",
  "needs-password": "El relé pide usuario y contraseña: http://usuario:contraseña@10.0.0.20/relay/0?turn=on",
};

/**
 * Asks, by the building's controller, whether a relay is where somebody typed it. Nothing moves.
 * @throws {Refused} CONTROLLER_AWAY when it is not connected or does not answer, PASSWORD_AGAIN for a kept password
 * that would go to another machine
 */
export async function tryRelayOf(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  trial: {
    buildingId: string;
    relay: RelayDriver;
    keptOf: string | undefined;
    controllerId: string | undefined;
  },
): Promise<{ isReached: boolean; sentence: string; certificate?: string | undefined }> {
  const { db, clock } = services;
  const { buildingId, keptOf } = trial;
  const relay = withSecretsOf(trial.relay, await findKept(services, buildingId, keptOf));
  const controllerId = await controllerForTrial(services, { ...trial, deviceId: keptOf });
  const answer = controllerId === undefined ? "offline" : await hub.tryRelay(controllerId, relay);
  const outcome = typeof answer === "string" ? answer : "login" in answer ? answer.login : answer.trouble;
  await db.transaction().execute((trx) =>
    writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "doors.relay-tried",
      subjectId: keptOf === undefined || keptOf === "siren" ? null : keptOf,
      detail: { outcome },
      at: clock.now(),
    }),
  );
  if (typeof answer === "string") {
    throw new Refused("CONTROLLER_AWAY");
  }
  return answer.outcome === "reached"
    ? { isReached: true, sentence: relay.kind === "http" ? learned[answer.login] : answered[relay.kind] }
    : {
        isReached: false,
        sentence: answer.why ?? troubles[answer.trouble],
        certificate: answer.certificate,
      };
}

/** The relay whose passwords may stand for `***`. @throws {Refused} DOOR_NOT_FOUND for a door that is not this building's */
async function findKept(
  services: Services,
  buildingId: string,
  of: string | undefined,
): Promise<RelayDriver | null> {
  if (of === undefined) {
    return null;
  }
  if (of === "siren") {
    const siren = await findSiren(services.db, buildingId);
    return siren && openDevice<RelayDriver>(services, { column: "buildings.siren", id: buildingId }, siren);
  }
  const relay = await findRelay(services.db, buildingId, of);
  if (!relay) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  return openDevice<RelayDriver>(services, { column: "doors.relay", id: of }, relay);
}
