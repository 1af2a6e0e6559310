import { kindOfRole, permissionForRole } from "@umbral/contract/access-requests/access-requests.contract";
import type { Standing } from "@umbral/contract/auth/auth.contract";
import { roleNames } from "@umbral/contract/users/role-words";
import { capital } from "../../lib/capital.ts";
import { formatDate, formatDay } from "../../lib/dates.ts";
import { paths } from "../../lib/paths.ts";
import { PENDING } from "./users.strings.ts";

interface StandingWords {
  title: string;
  paragraphs: string[];
  /** Can they do something about it themselves? */
  askAgain: boolean;
}

/** What a person without any space reads on their profile (decisions §4). */
export function standingWords(standing: Standing | undefined): StandingWords {
  if (standing === undefined) {
    return {
      title: "Todavía no perteneces a ningún edificio",
      paragraphs: [
        "Pide acceso con el formulario de registro, o pregunta en la administración de tu edificio.",
      ],
      askAgain: false,
    };
  }
  const { building, apartment } = standing;
  const role = roleNames[standing.role].toLocaleLowerCase("es");
  const place = apartment === null ? building.name : `apartamento ${apartment.name} de ${building.name}`;
  const whom = `Si crees que es un error, habla con la administración de ${building.name}.`;
  const when = formatDate(standing.since, building.timeZone);
  // Of some roles the administration alone decides (decisions §8).
  const isLeaders = permissionForRole(standing.role) === "access-requests.decide-residents";
  const leaderOr = isLeaders ? "el residente líder o " : "";
  switch (standing.state) {
    case "pending":
      return {
        title: PENDING,
        paragraphs: [
          `La enviaste el ${when}: ${role}, ${place}.`,
          `Cuando ${leaderOr}la administración del edificio la apruebe, aquí verás tu edificio y lo que puedes hacer en él.`,
        ],
        askAgain: false,
      };
    case "rejected":
      return {
        title: "Tu solicitud fue rechazada",
        paragraphs: [
          capital(
            `${leaderOr}la administración de ${building.name} la rechazó el ${when}: ${role}, ${place}.`,
          ),
          whom,
        ],
        askAgain: true,
      };
    case "removed":
      return {
        title: "Se retiró tu acceso",
        paragraphs: [`Desde el ${when} ya no tienes acceso: ${role}, ${place}.`, whom],
        askAgain: true,
      };
    case "ended":
      return {
        title: "Tu acceso terminó",
        paragraphs: [
          `Terminó el ${formatDay(standing.since, building.timeZone)}: ${role}, ${place}.`,
          `Para volver a tenerlo, habla con la administración de ${building.name} o pídelo de nuevo.`,
        ],
        askAgain: true,
      };
  }
}

/** The form that asks for the same again; null for what nobody can ask for by themselves. */
export function askAgainPath({ role, apartment }: Standing): string | null {
  if (role === "VISITANTE_CONOCIDO" || role === "VISITANTE_DESCONOCIDO") {
    return paths.visitorRegistration;
  }
  if (apartment === null) {
    return null;
  }
  return kindOfRole(role) === "owners" ? paths.ownerRegistration : paths.residentRegistration;
}
