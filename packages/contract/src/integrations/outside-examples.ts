import type { OutsideEvent } from "./outside-events.contract.ts";
import type { OutsidePass } from "./outside-passes.contract.ts";
import type { WebhookBody } from "./webhooks.contract.ts";

/*
 * What stands as an example in the published reference. A test parses each by its schema, and sees that no operation of
 * programs lacks one.
 */

const building = { id: "01936a5e-0000-7000-8000-000000000001", name: "Edificio Mirador" };
const door = { id: "01936a5e-0000-7000-8000-0000000000d1", name: "Entrada" };
const apartment = { id: "01936a5e-0000-7000-8000-0000000000a1", name: "A-101" };
const cameraId = "01936a5e-0000-7000-8000-0000000000c1";
const at = "2026-11-26T13:05:12.480Z";

const of = (number: number) => ({
  id: `01936a5e-0000-7000-8000-0000000e${String(number).padStart(4, "0")}`,
  number,
  at,
  building,
});

/** One event of each kind. */
export const exampleEvents = {
  opened: { ...of(118), kind: "opened", door, origin: "CARD", isCertain: true },
  refused: { ...of(119), kind: "refused", door, credential: "card", outcome: "not-now" },
  rang: { ...of(120), kind: "rang", apartment, isFromLobby: true },
  arrived: { ...of(121), kind: "arrived", apartment, door: null, people: 2 },
  alarm: {
    ...of(122),
    kind: "alarm",
    alarmId: "01936a5e-0000-7000-8000-0000000000f1",
    state: "raised",
    isAgain: false,
    event: "EMERGENCY",
    isDrill: false,
  },
  forced: { ...of(123), kind: "forced", door },
  held: { ...of(124), kind: "held", door },
} satisfies { [Kind in OutsideEvent["kind"]]: Extract<OutsideEvent, { kind: Kind }> };

/** What a webhook is sent, by kind. */
export const exampleBodies = {
  ...exampleEvents,
  test: { id: "01936a5e-0000-7000-8000-0000000000b1", kind: "test", at, building },
} satisfies { [Kind in WebhookBody["kind"]]: Extract<WebhookBody, { kind: Kind }> };

const guest = {
  name: "Valentina Ríos",
  cedula: "",
  phone: "+573001234567",
  email: "",
  plate: "",
  company: "",
};
const stay = {
  from: "2026-12-01T20:00:00.000Z",
  until: "2026-12-05T16:00:00.000Z",
  hours: null,
  entries: null,
};
const pass = {
  id: "01936a5e-0000-7000-8000-000000000a51",
  apartment,
  guest,
  names: [],
  ...stay,
  entered: 0,
  left: 0,
  state: "waiting",
  isOverstaying: false,
  lastMovementAt: null,
  createdAt: at,
} satisfies OutsidePass;

interface Example {
  body?: unknown;
  reply: unknown;
}

/** By method and path. */
export const endpointExamples: Readonly<Record<string, Example>> = {
  "GET /api/v1/token": {
    reply: {
      token: {
        id: "01936a5e-0000-7000-8000-000000000071",
        name: "Domótica de la torre",
        rights: ["doors:read", "doors:open", "events:read"],
        doorIds: [door.id],
        expiresAt: null,
      },
      building: { ...building, timeZone: "America/Bogota" },
    },
  },
  "GET /api/v1/doors": {
    reply: {
      doors: [{ ...door, line: "online", leaf: { is: "closed", since: at }, mayOpen: true }],
    },
  },
  "POST /api/v1/doors/{doorId}/open": {
    body: { requestId: "0b9d2c4e-5f1a-4c3b-9d8e-7f6a5b4c3d2e" },
    reply: { orderId: "01936a5e-0000-7000-8000-000000000041", doorId: door.id },
  },
  "GET /api/v1/events": { reply: { events: [exampleEvents.opened, exampleEvents.rang] } },
  "GET /api/v1/homes": { reply: { homes: [{ ...apartment, tower: "Torre A" }], totalPages: 1 } },
  "POST /api/v1/passes": {
    body: {
      requestId: "5d0f6b1e-8a3c-4f2d-9b7e-1c2d3e4f5a6b",
      apartmentId: apartment.id,
      guest,
      ...stay,
    },
    reply: {
      pass,
      sharing: { address: `https://umbral.example/i/#${"k3Jx9QmT".repeat(5)}8Zw`, code: "482913" },
    },
  },
  "GET /api/v1/passes/{passId}": { reply: { pass } },
  "PUT /api/v1/passes/{passId}": {
    body: { guest, ...stay, until: "2026-12-06T16:00:00.000Z" },
    reply: { pass: { ...pass, until: "2026-12-06T16:00:00.000Z" } },
  },
  "DELETE /api/v1/passes/{passId}": { reply: { pass: { ...pass, state: "taken-back" } } },
  "GET /api/v1/cameras": { reply: { cameras: [{ id: cameraId, name: "Entrada", doorId: door.id }] } },
  "GET /api/v1/cameras/{cameraId}/picture": { reply: { cameraId, at, jpeg: "/9j/2Q==" } },
};
