import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { holderOf, newLobby } from "../../../testing/test-kiosks.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { openItemsOf } from "./handing-over.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;

const PASSWORD = "una frase que nadie adivina";
const PINS = { pedro: "274913", rita: "860247" };

/** Pedro on shift at a device, and Rita who comes to take over. */
async function setUp() {
  const lobby = await newLobby(server);
  const { building } = lobby;
  const kiosk = await lobby.pairOne();
  const person = async (name: string, pin: string) => {
    const one = await server.newPerson({
      name,
      password: PASSWORD,
      spaces: [{ role: "PORTERIA", buildingId: building.id }],
    });
    await asking(server, one)("PUT", "/api/user/shift-pin", { pin, currentPassword: PASSWORD });
    return one;
  };
  const pedro = await person("Pedro Portero", PINS.pedro);
  const rita = await person("Rita Relevo", PINS.rita);
  const begun = await kiosk.ask("POST", "/api/kiosk/shift", { cedula: pedro.cedula, pin: PINS.pedro });
  const shift = holderOf(server, { token: String(begun.body.token) });
  const place = `/api/buildings/${building.id}/handover`;
  const signed = { pin: PINS.pedro, cedula: rita.cedula, incomingPin: PINS.rita };
  const lines = async () =>
    (await asking(server, lobby.ana)("GET", `/api/buildings/${building.id}/logbook?group=SHIFTS`)).body.lines;
  return { ...lobby, kiosk, pedro, rita, shift, place, signed, lines };
}

describe("handing a shift over", () => {
  it("is signed by both at the device, says what is open in one line, and the new shift begins", async () => {
    const { building, apartmentId, pedro, rita, kiosk, shift, place, signed, lines } = await setUp();
    await db
      .insertInto("intrusion_events")
      .values({
        id: server.app.services.newId(),
        building_id: building.id,
        kind: "door-held",
        door_name: "Garaje",
        started_at: server.clock.now(),
      })
      .execute();
    expect(apartmentId).not.toBe("");
    const open = await shift.ask("GET", place);
    expect(open.body).toMatchObject({
      open: [
        { about: "door", text: expect.stringMatching(/^Puerta abierta demasiado tiempo: Garaje · desde /) },
      ],
    });
    expect((await kiosk.ask("GET", place)).status).toBe(403);
    const reply = await shift.ask("POST", place, { ...signed, text: "Queda una caja en el casillero" });
    expect(reply).toMatchObject({ status: 200, body: { shift: { user: { id: rita.id, cedula: "" } } } });
    expect(await lines()).toMatchObject([
      {
        id: reply.body.id,
        kind: "SHIFT_HANDED_OVER",
        actor: "Pedro Portero",
        incoming: "Rita Relevo",
        text: "Queda una caja en el casillero",
        open: open.body.open[0].text,
        detail: { open: 1 },
      },
      { kind: "SHIFT_BEGUN", actor: "Pedro Portero", detail: { place: "Tableta de la entrada" } },
    ]);
    expect((await shift.ask("GET", place)).status).toBe(401);
    const next = holderOf(server, { token: String(reply.body.shift.token) });
    expect((await next.ask("GET", place)).status).toBe(200);
    expect(await actionsOf(server, pedro.id)).toEqual(
      expect.arrayContaining(["kiosks.shift-ended", "kiosks.shift-handed-over"]),
    );
  });

  it("goes on where more is open than a line keeps, which says how much more there was", async () => {
    const { building, apartmentId, pedro, shift, place, signed, lines } = await setUp();
    const { newId } = server.app.services;
    const at = server.clock.now();
    await db
      .insertInto("intrusion_events")
      .values(
        Array.from({ length: 20 }, (_, number) => ({
          id: newId(),
          building_id: building.id,
          kind: "door-held" as const,
          door_name: `Puerta ${number} ${"del sótano ".repeat(5)}`,
          started_at: at,
        })),
      )
      .execute();
    await db
      .insertInto("parcels")
      .values(
        Array.from({ length: 50 }, (_, number) => ({
          id: newId(),
          building_id: building.id,
          apartment_id: apartmentId,
          first_home: apartmentId,
          request_id: newId(),
          kind: "package" as const,
          carrier: "",
          place: `Estante ${number} ${"del cuarto de paquetes ".repeat(2)}`.trim(),
          received_by: pedro.id,
          received_at: at,
        })),
      )
      .execute();
    const { open } = (await shift.ask("GET", place)).body;
    const texts: string[] = open.map(({ text }: OpenItem) => text);
    expect(texts).toHaveLength(70);
    expect(texts.join("\n").length).toBeGreaterThan(8000);
    expect(await shift.ask("POST", place, signed)).toMatchObject({ status: 200 });
    const [line] = await lines();
    const kept: string[] = line.open.split("\n");
    expect(kept).toEqual([...texts.slice(0, kept.length - 1), `y ${70 - kept.length + 1} más`]);
    expect(kept.length).toBeGreaterThan(60);
    expect(line.detail).toEqual({ open: 70 });
  });

  it("says the most serious first, and within a kind keeps the order in which it was told", async () => {
    const told = (about: OpenItem["about"], ...texts: string[]) =>
      Promise.resolve(texts.map((text) => ({ about, text })));
    const open = await openItemsOf(
      [
        () => told("guest", "Adentro: Ana", "Adentro: Beto"),
        () => told("overstay", "Adentro: Carlos · fuera de hora"),
        () => told("parcel", "Por recoger: caja"),
        () => told("door", "Puerta forzada: Garaje"),
        () => told("alarm", "Alerta sin cerrar: Incendio"),
        () => told("door", "Puerta trabada: Azotea"),
        () => told("device", "Cámara sin conexión"),
        () => told("call", "No contestó: A-101"),
      ],
      "of no matter",
    );
    expect(open.map(({ text }) => text)).toEqual([
      "Alerta sin cerrar: Incendio",
      "Puerta forzada: Garaje",
      "Puerta trabada: Azotea",
      "No contestó: A-101",
      "Adentro: Carlos · fuera de hora",
      "Adentro: Ana",
      "Adentro: Beto",
      "Cámara sin conexión",
      "Por recoger: caja",
    ]);
  });

  it("is refused with a wrong PIN of either or to oneself, and changes nothing; five wrong ones lock that person alone", async () => {
    const { pedro, shift, place, signed, lines } = await setUp();
    const wrong = [
      [
        { ...signed, pin: "111111" },
        { status: 422, body: { code: "HANDOVER_PIN_WRONG" } },
      ],
      [
        { ...signed, cedula: pedro.cedula },
        { status: 422, body: { code: "HANDOVER_TO_ONESELF" } },
      ],
      [
        { ...signed, cedula: "99887766" },
        { status: 422, body: { code: "SHIFT_NOT_BEGUN" } },
      ],
      ...Array.from({ length: 4 }, () => [
        { ...signed, incomingPin: "111111" },
        { status: 422, body: { code: "SHIFT_NOT_BEGUN" } },
      ]),
      [
        { ...signed, incomingPin: "111111" },
        { status: 403, body: { code: "SHIFT_PIN_LOCKED" } },
      ],
      [signed, { status: 403, body: { code: "SHIFT_PIN_LOCKED" } }],
    ];
    for (const [asked, answer] of wrong) {
      expect(await shift.ask("POST", place, asked)).toMatchObject(answer ?? {});
    }
    // Whoever leaves typed theirs right all the time, and is on shift as before.
    expect((await shift.ask("GET", place)).status).toBe(200);
    expect(await lines()).toHaveLength(1);
  });

  it("is written once by a press that is sent again after its answer was lost", async () => {
    const { pedro, place, signed, lines } = await setUp();
    const own = asking(server, pedro);
    const before = (await lines()).length;
    const press = { ...signed, requestId: server.app.services.newId() };
    const first = await own("POST", place, press);
    expect(await own("POST", place, press)).toMatchObject({ status: 200, body: first.body });
    expect(await lines()).toHaveLength(before + 1);
    const other = await own("POST", place, { ...press, requestId: server.app.services.newId() });
    expect(other.body.id).not.toBe(first.body.id);
    expect(await lines()).toHaveLength(before + 2);
  });

  it("at a device of one's own is signed too, begins no shift, and is held back after five wrong ones", async () => {
    const { pedro, place, signed, lines } = await setUp();
    const own = asking(server, pedro);
    expect(await own("POST", place, signed)).toMatchObject({ status: 200, body: { shift: null } });
    expect((await lines())[0]).toMatchObject({
      kind: "SHIFT_HANDED_OVER",
      incoming: "Rita Relevo",
      open: null,
    });
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await own("POST", place, { ...signed, incomingPin: "111111" })).status).toBe(422);
    }
    expect((await own("POST", place, signed)).status).toBe(429);
  });
});
