import {
  type AccessLevel,
  type AccessSchedule,
  type BuildingAccess,
  type PersonLevel,
  readAccess,
  readPersonLevels,
} from "@umbral/contract/access-control/access-levels.contract";
import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { listUserDetails, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { idOf, mirador } from "./people.ts";
import { miradorSettings } from "./places.ts";
import { Replies } from "./replies.ts";

export const doors = ["Puerta principal", "Garaje", "Gimnasio"].map((name, at) => ({
  id: idOf(0xd00 + at),
  name,
  localId: String(at + 1),
}));

export const schedule: AccessSchedule = {
  id: idOf(0x5c1),
  name: "Horario de servicios",
  hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
  onHolidays: { kind: "closed" },
  levels: 1,
};
export const idleSchedule: AccessSchedule = { ...schedule, id: idOf(0x5c2), name: "Madrugada", levels: 0 };

const plain = { scheduleId: null, passesLocked: false, outlastsServer: false, forRoles: [], people: 0 };
const residents: AccessLevel = {
  ...plain,
  id: idOf(0x1e1),
  name: "Residentes",
  doors: { kind: "way-home" },
  forRoles: ["RESIDENTE_LIDER", "RESIDENTE", "RESIDENTE_TEMPORAL", "PROPIETARIO"],
  people: 12,
};
const staff: AccessLevel = {
  ...plain,
  id: idOf(0x1e2),
  name: "Personal",
  doors: { kind: "all" },
  passesLocked: true,
  outlastsServer: true,
  forRoles: ["PORTERIA", "CONSERJE", "ADMINISTRADOR"],
  people: 3,
};
export const services: AccessLevel = {
  ...plain,
  id: idOf(0x1e3),
  name: "Servicios",
  doors: { kind: "entrance" },
  scheduleId: schedule.id,
  forRoles: ["SERVICIOS"],
  people: 1,
};
export const gym: AccessLevel = {
  ...plain,
  id: idOf(0x1e4),
  name: "Gimnasio",
  doors: { kind: "chosen", doorIds: [idOf(0xd02)] },
  people: 2,
};

/** What decides who comes into Mirador. */
export const miradorAccess: BuildingAccess = {
  timeZone: "America/Bogota",
  offlineDays: 30,
  levels: [residents, staff, services, gym],
  schedules: [schedule, idleSchedule],
  holidays: [
    { day: "2026-12-08", name: "Inmaculada Concepción", isOwn: false },
    { day: "2026-12-18", name: "Asamblea de copropietarios", isOwn: true },
    { day: "2026-12-25", name: "Navidad", isOwn: false },
    { day: "2027-01-01", name: "Año Nuevo", isOwn: false },
  ],
  doors,
};

export const sergio: UserDetail = {
  id: idOf(0x5e6),
  photo: null,
  name: "Sergio Servicios",
  cedula: "1000000020",
  phone: "+573001112233",
  email: "sergio@example.com",
  active: true,
  verified: true,
  roleName: "SERVICIOS",
  apartmentName: null,
  buildingName: mirador.name,
  places: [
    { roleName: "SERVICIOS", buildingName: mirador.name, timeZone: "America/Bogota", apartmentName: null },
  ],
  tags: [],
  alias: "",
};

export const byRole: PersonLevel = {
  levelId: services.id,
  name: services.name,
  roles: ["SERVICIOS"],
  from: null,
  until: null,
  givenBy: null,
  doors: [{ id: idOf(0xd00), name: "Puerta principal" }],
  schedule: { hours: schedule.hours, onHolidays: schedule.onHolidays },
};
export const byName: PersonLevel = {
  ...byRole,
  levelId: gym.id,
  name: gym.name,
  roles: [],
  until: "2026-12-24T23:00:00.000Z",
  givenBy: { id: idOf(0x11), name: "Laura Plataforma" },
  doors: [{ id: idOf(0xd02), name: "Gimnasio" }],
  schedule: null,
};

/** Mirador with its levels, and Sergio in it. */
export const accessReplies = (): Replies =>
  new Replies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [byRole, byName] })
    .on(listUserDetails, ({ query }) => ({
      users: /^sergio/i.test(query.search) ? [sergio] : [],
      totalPages: 1,
      isMore: false,
    }));

export const LEVELS = `/admin-dashboard/buildings/${mirador.id}/settings?ver=niveles`;
