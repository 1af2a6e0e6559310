import { BuildingFields } from "@umbral/contract/buildings/administering-buildings.contract";
import { CameraFields } from "@umbral/contract/cameras/administering-cameras.contract";
import { DoorFields } from "@umbral/contract/doors/administering-doors.contract";
import { InputFields } from "@umbral/contract/inputs/inputs.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { asking } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";

/*
 * What may be left empty in a form of the administration is what nobody misses when it gets lost on the way: every field
 * of each is posted with another value than it has by itself, as a new thing and as a change, and read back.
 */

const server = await startTestServer();
afterAll(() => server.close());

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN" });
  const building = await server.newBuilding();
  const ask = asking(server, laura);
  const place = `/api/bb/buildings/${building.id}`;
  const floors = building.towers.flatMap((tower) => tower.floors.map(({ id }) => id));
  return { ask, place, floorId: floors[0] ?? "", otherFloor: floors[1] ?? "" };
}
type House = Awaited<ReturnType<typeof setUp>>;

/** A form: what it needs, all that it takes, and how its answer tells it. */
interface Form<S extends z.ZodObject> {
  schema: S;
  /** Whose it is from the beginning has rules and tests of its own. */
  apart?: readonly string[];
  word: string;
  making: (house: House) => string;
  changing: (house: House, id: string) => string;
  needed: (house: House) => object;
  /** Each of its fields: one that is new in the contract does not compile until it stands here. */
  all: (house: House) => Promise<Record<keyof S["shape"], unknown>>;
  told?: (answer: Record<string, unknown>) => Record<string, unknown>;
}
const idOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "id" in value ? value.id : null;
const motion = {
  zones: [],
  sensitivity: 71,
  watchedHours: [{ days: [1, 2], from: "22:00", to: "23:00" }],
};
const http = {
  kind: "http",
  openAddress: "http://10.0.0.9/on",
  closeAddress: "http://10.0.0.9/off",
} as const;

/** What an answer tells of the thing under its word. */
const answered = (body: Record<string, unknown>, word: string): Record<string, unknown> => {
  const thing = body[word];
  return typeof thing === "object" && thing !== null ? { ...thing } : {};
};

function describeForm<S extends z.ZodObject>(form: Form<S>): void {
  const { schema, word, apart = [], making, changing, told = (answer) => answer } = form;
  const wanted = Object.keys(schema.shape).filter((field) => !apart.includes(field));

  describe(`the form of a ${word}`, () => {
    it.each(["new", "changed"])("keeps each of its fields in a %s one", async (how) => {
      const house = await setUp();
      const { ask } = house;
      const all: Record<string, unknown> = await form.all(house);
      const given = Object.fromEntries(wanted.map((field) => [field, all[field]]));
      const usual: Record<string, unknown> = schema.parse(form.needed(house));
      for (const field of wanted) {
        expect({ [field]: given[field] }).not.toEqual({ [field]: usual[field] });
      }
      const made = await ask("POST", making(house), how === "new" ? given : form.needed(house));
      expect([made.status, made.body["errors"]]).toEqual([200, undefined]);
      const before = told(answered(made.body, word));
      if (how === "new") {
        expect(before).toMatchObject(given);
        return;
      }
      const changed = await ask("PUT", changing(house, String(before["id"])), given);
      expect([changed.status, changed.body["errors"]]).toEqual([200, undefined]);
      expect(told(answered(changed.body, word))).toMatchObject(given);
      // Nothing is other for a change of nothing.
      const nothing = await ask("PUT", changing(house, String(before["id"])), {});
      expect(told(answered(nothing.body, word))).toMatchObject(given);
    });
  });
}

describeForm({
  schema: BuildingFields,
  word: "building",
  making: () => "/api/bb/buildings",
  changing: (_, id) => `/api/bb/buildings/${id}`,
  needed: () => ({
    name: `Torre ${server.app.services.newId()}`,
    address1: "Calle 1",
    city: "Cali",
    state: "Valle",
    type: "RESIDENTIAL",
  }),
  all: async () => ({
    name: `Casa ${server.app.services.newId()}`,
    address1: "Carrera 9 # 12-30",
    city: "Pasto",
    state: "Nariño",
    type: "OFFICE",
    timeZone: "America/Lima",
    opensByPhone: false,
    siren: http,
    intrusionRetentionDays: 12,
    keepsClips: false,
    clipsKeptDays: 21,
    clipsFetched: ["intrusion", "alarm"],
    identityRetentionDays: 7,
    deskPicture: "must",
    deskDocument: "may",
  }),
});

describeForm({
  schema: CameraFields,
  apart: ["controllerId"],
  word: "camera",
  making: ({ place }) => `${place}/cameras`,
  changing: (_, id) => `/api/bb/cameras/${id}`,
  needed: () => ({ name: "Patio", source: { kind: "simulated", scene: "hall" } }),
  all: async () => ({
    name: "Calle",
    source: { kind: "snapshot", address: "http://10.0.0.7/foto.jpg", everyMs: 900 },
    framesPerSecond: 4,
    width: 640,
    motion,
    controllerId: "",
  }),
});

describeForm({
  schema: DoorFields,
  apart: ["controllerId"],
  word: "door",
  making: ({ place }) => `${place}/doors`,
  changing: (_, id) => `/api/bb/doors/${id}`,
  needed: ({ floorId }) => ({ name: "Garaje", localId: "7", floorId }),
  all: async ({ ask, place, otherFloor }) => {
    const eye = await ask("POST", `${place}/cameras`, {
      name: "Ojo",
      source: { kind: "simulated", scene: "street" },
    });
    const hours = await ask("POST", `${place}/access-schedules`, {
      name: "De día",
      hours: [{ days: [1, 2, 3], from: "07:00", to: "18:00" }],
      onHolidays: { kind: "closed" },
    });
    return {
      name: "Azotea",
      localId: "8",
      floorId: otherFloor,
      scope: "floor",
      lockType: "fail-safe",
      pulseMs: 2500,
      relay: http,
      left: 12.5,
      top: 80,
      cameraIds: [String(idOf(eye.body.camera))],
      contact: { kind: "simulated" },
      heldOpenAfterSeconds: 45,
      reader: { kind: "keyboard-wedge", device: "/dev/input/by-id/usb-lector" },
      freeScheduleId: String(idOf(hours.body.schedule)),
      freesInEmergency: true,
      controllerId: "",
    };
  },
  told: ({ floor, cameras, ...rest }) => ({
    ...rest,
    floorId: idOf(floor),
    cameraIds: Array.isArray(cameras) ? cameras.map(idOf) : cameras,
  }),
});

describeForm({
  schema: InputFields,
  word: "input",
  making: ({ place }) => `${place}/inputs`,
  changing: (_, id) => `/api/bb/inputs/${id}`,
  needed: () => ({ name: "Panel", kind: "fire-panel", driver: { kind: "simulated" } }),
  all: async ({ ask, place, floorId }) => {
    const made = await ask("POST", `${place}/doors`, { name: "Salida", localId: "3", floorId });
    return {
      name: "Botón",
      kind: "exit-button",
      doorId: String(idOf(made.body.door)),
      driver: { kind: "gpio", chip: "/dev/gpiochip0", line: 17, activeLow: true, bias: "pull-up" },
      rest: "closed",
      debounceMs: 120,
    };
  },
  told: ({ door: of, ...rest }) => ({ ...rest, doorId: idOf(of) }),
});
