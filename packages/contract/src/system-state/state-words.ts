import type { MessageWay } from "../notifications/message-ways.ts";
import type { ComponentKind } from "./system-state.contract.ts";

/** The id of the backups where a person makes them and the server none: they are well whatever their age. */
export const BACKUPS_BY_HAND = "by-hand";

/** The ids of the ways that have no provider: by them nothing is sent, and nothing of it is away. */
export const WITHOUT_PROVIDER = { mail: "no-mail", sms: "no-sms" } as const satisfies Record<
  MessageWay,
  string
>;

/** What is the matter, and what it is again, of each kind; a device's name goes between. */
export const stateWords: Readonly<Record<ComponentKind, { name: string; trouble: string; well: string }>> = {
  controller: { name: "Controlador", trouble: "sin conexión", well: "conectado de nuevo" },
  "controller-disk": {
    name: "Disco del controlador",
    trouble: "lleno o con fallas",
    well: "guarda de nuevo",
  },
  "controller-clock": { name: "Reloj del controlador", trouble: "con la hora equivocada", well: "en hora" },
  "controller-list": {
    name: "Lista de accesos del controlador",
    trouble: "no es la de ahora: quien ya no debe entrar quizás entra todavía",
    well: "al día de nuevo",
  },
  camera: { name: "Cámara", trouble: "sin imagen", well: "con imagen de nuevo" },
  reader: { name: "Lector", trouble: "sin conexión", well: "conectado de nuevo" },
  contact: { name: "Sensor de puerta", trouble: "sin conexión", well: "conectado de nuevo" },
  relay: {
    name: "Relé de puerta",
    trouble: "no confirma que soltó: la puerta puede estar abierta",
    well: "suelta de nuevo",
  },
  input: { name: "Entrada", trouble: "sin conexión", well: "conectada de nuevo" },
  facts: {
    name: "Registros de los controladores",
    trouble: "algunos no se pudieron guardar",
    well: "se guardan todos",
  },
  "files-disk": { name: "Disco del servidor", trouble: "lleno o casi lleno", well: "con espacio" },
  "files-store": {
    name: "Almacén de archivos (S3)",
    trouble: "no responde o no acepta nada",
    well: "guarda de nuevo",
  },
  clock: { name: "Reloj del servidor", trouble: "distinto del de la base de datos", well: "en hora" },
  outbox: { name: "Envío de mensajes", trouble: "los mensajes no salen", well: "los mensajes salen" },
  backups: { name: "Copias de seguridad", trouble: "falta la última", well: "al día" },
  job: { name: "Tarea del servidor", trouble: "falla", well: "funciona de nuevo" },
  certificate: { name: "Certificado de la dirección pública", trouble: "vence pronto", well: "vigente" },
};
