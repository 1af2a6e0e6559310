import type { PersonPage } from "@umbral/contract/users/person.contract";
import { home, idOf, mirador } from "./people.ts";

export const rosaId = idOf(0x31);
const building = { ...mirador, timeZone: "America/Bogota" };
export const cardOfRosa = {
  id: idOf(0xcc1),
  tag: "04A2B1C9AA01",
  type: "PERSON",
  active: true,
  lostAt: null,
  lastTimeUsed: null,
  from: null,
  until: null,
} as const;

/** Somebody of the Mirador, as the platform sees them. */
export const rosaPage: PersonPage = {
  id: rosaId,
  isWithoutAccount: false,
  name: "Rosa Líder",
  alias: "La de la mañana",
  cedula: "1000000001",
  phone: "+573001234567",
  email: "rosa@example.com",
  photo: null,
  active: true,
  verified: true,
  since: "2026-01-03T12:00:00.000Z",
  validation: { at: "2026-02-03T12:00:00.000Z", by: { name: "Laura Plataforma" } },
  places: [
    {
      id: idOf(0x5b),
      role: "RESIDENTE_LIDER",
      building,
      apartment: { id: home.id, name: home.name },
      since: "2026-01-03T12:00:00.000Z",
      endsAt: null,
      may: { change: false, remove: true },
    },
  ],
  carriesIn: [],
  cards: [cardOfRosa],
  sessions: [
    {
      id: idOf(0x5e),
      createdAt: "2026-11-01T12:00:00.000Z",
      lastUsedAt: "2026-11-20T12:00:00.000Z",
      device: "Chrome en Android",
    },
  ],
  events: [
    {
      kind: "refusal",
      id: idOf(0xe1),
      at: "2026-11-20T12:00:00.000Z",
      doorName: "Gimnasio",
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      outcome: "not-now",
      credential: "card",
    },
    {
      kind: "opening",
      id: idOf(0xe2),
      at: "2026-11-19T12:00:00.000Z",
      doorName: "Puerta principal",
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      origin: "APP",
      isCertain: true,
    },
  ],
  passes: [
    {
      id: idOf(0x9a1),
      building,
      apartment: { id: home.id, name: home.name },
      madeAs: "home",
      guest: { name: "Carlos Pérez", plate: "ABC123", company: "Gas Natural" },
      from: "2026-11-20T13:00:00.000Z",
      until: "2026-11-20T23:00:00.000Z",
      hours: null,
      entries: 1,
      entered: 1,
      left: 0,
      state: "inside",
      isOverstaying: false,
      lastMovementAt: "2026-11-20T14:00:00.000Z",
      may: { takeBack: false },
    },
  ],
  proposals: [],
  kept: {
    openings: 1000,
    readings: 12,
    visits: 0,
    calls: 3,
    passes: 4,
    hasIdentity: true,
    hasDocument: true,
  },
  may: {
    changeAlias: true,
    changePhone: true,
    propose: ["email"],
    switchActive: true,
    freeCedula: true,
    validate: true,
    giveCards: true,
    addPlace: true,
    moveOutOf: [mirador.id],
  },
};
/** The same as the building's own administrator may see and do. */
export const rosaPageOfBuilding: PersonPage = {
  ...rosaPage,
  sessions: null,
  validation: null,
  verified: false,
  may: {
    ...rosaPage.may,
    changePhone: false,
    propose: ["phone", "email"],
    switchActive: false,
    freeCedula: false,
    giveCards: false,
  },
};
