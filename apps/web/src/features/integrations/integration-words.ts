import type { OutsideEventKind } from "@umbral/contract/integrations/outside-events.contract";
import type {
  Delivery,
  DeliveryFault,
  DeliveryState,
  Webhook,
} from "@umbral/contract/integrations/webhooks.contract";
import type { TokenRight } from "@umbral/contract/lib/token-rights";

export const rightWords: Readonly<Record<TokenRight, string>> = {
  "doors:read": "Leer las puertas y su estado",
  "doors:open": "Abrir las puertas que elijas",
  "events:read": "Leer lo que pasa en el edificio",
  "cameras:read": "Ver las cámaras",
  "passes:write": "Invitar a los hogares, y cambiar y retirar lo que invitó",
};

export const kindWords: Readonly<Record<OutsideEventKind, string>> = {
  opened: "Puerta abierta",
  refused: "Ingreso negado",
  rang: "Llamada a un hogar o a portería",
  arrived: "Llegó una visita con invitación",
  alarm: "Alerta",
  forced: "Puerta forzada",
  held: "Puerta abierta demasiado tiempo",
};

export const deliveryKindWords: Readonly<Record<Delivery["kind"], string>> = {
  ...kindWords,
  test: "Prueba",
};

export const deliveryStateWords: Readonly<Record<DeliveryState, string>> = {
  waiting: "En espera",
  delivered: "Entregado",
  failed: "No entregado",
};

export const webhookStateWords: Readonly<Record<Webhook["state"], string>> = {
  on: "Activo",
  failing: "No responde",
  "switched-off": "Desactivado porque no respondió durante tres días",
  "secret-lost": "Desactivado porque se perdió su secreto",
  off: "Desactivado",
};

const faultWords: Readonly<Record<DeliveryFault, string>> = {
  timeout: "no respondió a tiempo",
  redirect: "envía a otra dirección",
  "not-public": "su nombre lleva a una red privada",
  connection: "no hubo conexión",
  certificate: "su certificado no es de confianza",
  status: "respondió con un error",
  "switched-off": "el webhook se desactivó",
};

/** What came of the last attempt: '204', '500, respondió con un error', 'no respondió a tiempo'. */
export function answerWords({ lastStatus, lastFault }: Delivery): string {
  const parts = [
    lastStatus === null ? "" : String(lastStatus),
    lastFault === null ? "" : faultWords[lastFault],
  ];
  return parts.filter((part) => part !== "").join(", ") || "–";
}
