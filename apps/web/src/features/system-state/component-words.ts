import { jobWordsOf } from "@umbral/contract/system-state/job-words";
import { BACKUPS_BY_HAND, stateWords, WITHOUT_PROVIDER } from "@umbral/contract/system-state/state-words";
import type { Component, ComponentKind } from "@umbral/contract/system-state/system-state.contract";
import { formatSince } from "../../lib/dates.ts";

const GIGABYTE = 1024 ** 3;
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** 'Cámara Portón' */
export function componentName({ kind, name, id }: Pick<Component, "kind" | "name" | "id">): string {
  const own = kind === "job" ? `(${jobWordsOf(id)})` : name;
  return [stateWords[kind].name, ...(own === null ? [] : [own])].join(" ");
}

/** 'Sin imagen desde las 10:42 AM · se avisó' */
export function componentDetail(component: Component, now: Date): string {
  const { kind, isWell, since, noticedAt } = component;
  const words = stateWords[kind][isWell ? "well" : "trouble"];
  const state = isWell ? "Funciona" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const parts = [
    missingOf(component)?.detail ?? `${state} desde ${formatSince(since, now)}`,
    figureWords(component),
    ...(!isWell && noticedAt !== null ? ["ya se avisó"] : []),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** What whoever set the server up left out, which nobody is told of; undefined for what is there. */
export function missingOf(component: Pick<Component, "kind" | "id">): Missing | undefined {
  if (isByHand(component)) {
    return { what: "copias de seguridad diarias", detail: "Sin copias diarias" };
  }
  return component.kind === "outbox" ? withoutProvider[component.id] : undefined;
}

interface Missing {
  /** Among others, in a sentence. */
  what: string;
  detail: string;
}

const withoutProvider: Partial<Record<string, Missing>> = {
  [WITHOUT_PROVIDER.mail]: { what: "correo", detail: "No se envían: faltan SMTP_URL y MAIL_FROM" },
  [WITHOUT_PROVIDER.sms]: { what: "SMS", detail: "No se envían: faltan las variables TWILIO_…" },
};

/** Nobody set where the server is to keep backups of its own. */
const isByHand = ({ kind, id }: Pick<Component, "kind" | "id">): boolean =>
  kind === "backups" && id === BACKUPS_BY_HAND;

function figureWords(component: Component): string {
  const { kind, figure } = component;
  if (figure === null) {
    return isByHand(component) ? "nadie ha hecho una" : "";
  }
  switch (kind) {
    case "files-disk":
      return `${new Intl.NumberFormat("es-CO", { maximumFractionDigits: 1 }).format(figure / GIGABYTE)} GB libres`;
    case "outbox":
      return figure === 1 ? "1 mensaje espera" : `${figure} mensajes esperan`;
    case "certificate":
      return certificateWords(figure);
    case "facts":
      return figure === 0 ? "" : `${figure} en las últimas 24 horas`;
    case "backups":
      return `la última hace ${ageWords(figure)}`;
    default:
      return "";
  }
}

/** @param days whole ones */
function certificateWords(days: number): string {
  if (days < 1) {
    return days < 0 ? "ya venció" : "vence en menos de 1 día";
  }
  return days === 1 ? "vence en 1 día" : `vence en ${days} días`;
}

function ageWords(seconds: number): string {
  if (seconds < HOUR_S) {
    return seconds < MINUTE_S ? "menos de 1 min" : `${Math.floor(seconds / MINUTE_S)} min`;
  }
  return seconds < 2 * DAY_S ? `${Math.round(seconds / HOUR_S)} h` : `${Math.floor(seconds / DAY_S)} días`;
}

const plurals: Partial<Record<ComponentKind, string>> = {
  controller: "Controladores",
  "controller-disk": "Discos de los controladores",
  "controller-clock": "Relojes de los controladores",
  "controller-list": "Listas de accesos de los controladores",
  camera: "Cámaras",
  reader: "Lectores",
  contact: "Sensores de puerta",
  relay: "Relés de puerta",
  input: "Entradas",
};

/** 'Cámaras' */
export const kindName = (kind: ComponentKind): string => plurals[kind] ?? stateWords[kind].name;
