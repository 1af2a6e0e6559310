import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { Trouble, TroubleKind, Waiting } from "@umbral/contract/overview/overview.contract";
import { requestsOf } from "../../../features/access-requests/index.ts";
import { buildingSettingsPath, eventIntrusionPath, type SettingsTab } from "../../../lib/admin-paths.ts";
import { formatSince } from "../../../lib/dates.ts";
import { paths } from "../../../lib/paths.ts";

type Device = Exclude<TroubleKind, IntrusionKind>;

/** What is wrong, and the tab of the building's settings where it is seen to. */
const devices: Record<Device, { words: string; tab: SettingsTab }> = {
  "controller-away": { words: "Controlador sin conexión", tab: "controlador" },
  "controller-disk": { words: "El disco del controlador está lleno o falla", tab: "controlador" },
  "controller-list": {
    words: "El controlador no tiene la lista de accesos de ahora",
    tab: "controlador",
  },
  camera: { words: "Cámara sin imagen", tab: "camaras" },
  reader: { words: "Lector sin conexión", tab: "puertas" },
  contact: { words: "Sensor de puerta sin conexión", tab: "puertas" },
  relay: { words: "El relé no confirma que soltó: la puerta puede estar abierta", tab: "puertas" },
  input: { words: "Entrada sin conexión", tab: "entradas" },
};

const isDevice = (kind: TroubleKind): kind is Device => kind in devices;

export const troubleWords = ({ kind }: Trouble): string =>
  isDevice(kind) ? devices[kind].words : intrusionWords[kind];

export const wayOfTrouble = ({ kind, buildingId }: Trouble): string =>
  isDevice(kind) ? buildingSettingsPath(buildingId, devices[kind].tab) : eventIntrusionPath(buildingId);

/** Since when, and what goes with it: 'Desde las 10:42 AM · 3 puertas y 2 cámaras no responden'. */
export function troubleDetail({ since, takesAlong }: Trouble, now: Date, timeZone?: string): string {
  const parts = [
    since === null ? "" : `Desde ${formatSince(since, now, timeZone)}`,
    takesAlong === undefined ? "" : withIt(takesAlong),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function withIt({ doors, cameras }: NonNullable<Trouble["takesAlong"]>): string {
  const parts = [
    doors === 0 ? "" : counted(doors, "puerta", "puertas"),
    cameras === 0 ? "" : counted(cameras, "cámara", "cámaras"),
  ].filter((part) => part !== "");
  const verb = doors + cameras === 1 ? "no responde" : "no responden";
  return parts.length === 0 ? "" : `${parts.join(" y ")} ${verb} desde aquí`;
}

export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const waits: Record<Waiting["what"], { one: string; many: string; way(buildingId: string): string }> = {
  employees: {
    one: "solicitud de usuario",
    many: "solicitudes de usuarios",
    way: (buildingId) => requestsOf("employees", buildingId),
  },
  owners: {
    one: "solicitud de propietario",
    many: "solicitudes de propietarios",
    way: (buildingId) => requestsOf("owners", buildingId),
  },
  invitations: {
    one: "invitación sin aceptar",
    many: "invitaciones sin aceptar",
    way: (buildingId) => buildingSettingsPath(buildingId, "personal"),
  },
  alarms: {
    one: "alerta sin cerrar",
    many: "alertas sin cerrar",
    way: (buildingId) => `${paths.alarms}?edificio=${encodeURIComponent(buildingId)}`,
  },
};

export const waitingWords = ({ what, count }: Waiting): string =>
  counted(count, waits[what].one, waits[what].many);

export const wayOfWaiting = ({ what, buildingId }: Waiting): string => waits[what].way(buildingId);
