import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const pin = (line: number, chip = "/dev/gpiochip0") => ({ kind: "gpio", chip, line, activeLow: false });
const contact = (line: number) => ({ ...pin(line), bias: "pull-up", openIs: "open" });
const button = (line: number) => ({ ...pin(line), activeLow: true, bias: "pull-up" });
const osdp = (line: string, address: number, baud = 9600) => ({
  kind: "osdp",
  line,
  baud,
  address,
  pairing: null,
});
const wiegand = (line: string) => ({
  kind: "wiegand-serial",
  line,
  baud: 9600,
  lines: { prefix: "", digits: "hexadecimal", hasParity: false, bits: 34, order: "number" },
});
const typing = { kind: "keyboard-wedge", device: "/dev/input/by-id/usb-lector-event-kbd" };

/** A building with a controller and two doors. */
async function newScene() {
  const building = await server.newBuilding();
  await newController(server, building.id);
  const laura = await server.newPerson({ userType: "ADMIN" });
  const ask = asking(server, laura);
  const [one, two] = [await server.newDoor(building), await server.newDoor(building)];
  const place = `/api/bb/buildings/${building.id}`;
  return {
    building,
    one,
    two,
    ask,
    place,
    door: (id: string, change: object) => ask("PUT", `/api/bb/doors/${id}`, change),
    input: (doorId: string | null, driver: object) =>
      ask("POST", `${place}/inputs`, { name: "Botón", kind: "tamper", doorId, driver }),
    siren: (siren: object) => ask("PUT", place, { siren }),
  };
}
type Scene = Awaited<ReturnType<typeof newScene>>;

const taken = (property: string, message: string | RegExp) => ({
  status: 409,
  body: { code: "WIRE_TAKEN", errors: [{ property, message: expect.stringMatching(message) }] },
});

describe("a pin or a serial port of a controller", () => {
  const clashes: [string, (scene: Scene) => Promise<unknown>, string, RegExp][] = [
    ["a second relay", ({ door, two }) => door(two.id, { relay: pin(17) }), "relay.line", /el relé de/],
    ["a contact", ({ door, two }) => door(two.id, { contact: contact(17) }), "contact.line", /el relé de/],
    [
      "its own contact",
      ({ door, one }) => door(one.id, { contact: contact(17) }),
      "contact.line",
      /el relé de esta misma puerta/,
    ],
    ["a button", ({ input, two }) => input(two.id, button(17)), "driver.line", /el relé de/],
    ["an input of no door", ({ input }) => input(null, button(17)), "driver.line", /el relé de/],
    ["the siren", ({ siren }) => siren(pin(17)), "siren.line", /el relé de/],
    [
      "another board of readers",
      ({ door, two }) => door(two.id, { reader: wiegand("/dev/ttyUSB0") }),
      "reader.line",
      /el lector de/,
    ],
    [
      "a reader of the same address",
      ({ door, two }) => door(two.id, { reader: osdp("/dev/ttyUSB0", 3) }),
      "reader.address",
      /el lector de/,
    ],
    [
      "a reader of another speed",
      ({ door, two }) => door(two.id, { reader: osdp("/dev/ttyUSB0", 4, 19_200) }),
      "reader.baud",
      /9600 baudios/,
    ],
  ];
  it.each(clashes)("is not %s's as well", async (_what, give, property, message) => {
    const scene = await newScene();
    const { one, two, door, ask, building } = scene;
    await door(one.id, { relay: pin(17), reader: osdp("/dev/ttyUSB0", 3) });
    expect(await give(scene)).toMatchObject(taken(property, message));
    // Nothing changed.
    const { doors } = (await ask("POST", "/api/bb/doors", { buildingId: building.id })).body;
    expect(doors.find(({ id }: { id: string }) => id === two.id)).toMatchObject({
      relay: { kind: "simulated" },
      contact: null,
      reader: { kind: "simulated" },
    });
  });

  it("is shared by nothing but readers of one speed, each by its address", async () => {
    const { one, two, door, input, siren } = await newScene();
    await door(one.id, { relay: pin(17), reader: osdp("/dev/ttyUSB0", 3) });
    const good = { status: 200 };
    expect(await door(two.id, { reader: osdp("/dev/ttyUSB0", 4) })).toMatchObject(good);
    expect(await door(two.id, { relay: pin(17, "/dev/gpiochip1"), contact: contact(18) })).toMatchObject(
      good,
    );
    expect(await input(two.id, button(19))).toMatchObject(good);
    expect(await siren(pin(20))).toMatchObject(good);
    // What stays as it is, is not in its own way.
    expect(await door(one.id, { relay: pin(17), name: "Otra" })).toMatchObject(good);
    expect(await door(one.id, { reader: typing })).toMatchObject(good);
    expect(await door(two.id, { reader: typing })).toMatchObject(taken("reader.device", /el lector de/));
  });

  it("is another one at another controller, until a device is moved there", async () => {
    const { one, two, door, input, ask, place } = await newScene();
    const offered = await ask("POST", `${place}/controllers`, { name: "Torre B" });
    const second = offered.body.controller.id;
    const move = (body: object) => ask("POST", `${place}/device-moves`, { evenIfAway: true, ...body });
    await move({ controllerId: second, doorIds: [two.id] });
    await door(one.id, { relay: pin(17) });
    expect(await door(two.id, { relay: pin(17) })).toMatchObject({ status: 200 });
    expect(await move({ controllerId: second, doorIds: [one.id] })).toMatchObject({
      status: 409,
      body: { code: "WIRE_TAKEN" },
    });
    // An input goes with its door, and the whole building's with the siren.
    await input(one.id, button(5));
    expect(await door(two.id, { contact: contact(5) })).toMatchObject({ status: 200 });
    await door(one.id, { relay: pin(18) });
    expect(await move({ controllerId: second, doorIds: [one.id] })).toMatchObject({ status: 409 });
    await input(null, button(6));
    await door(two.id, { contact: contact(6) });
    expect(await move({ controllerId: second, siren: true })).toMatchObject({ status: 409 });
  });

  it("is one's alone of two who take it at the same moment", async () => {
    const { one, two, door, input, siren } = await newScene();
    const answers = await Promise.all([
      door(one.id, { relay: pin(17) }),
      door(two.id, { contact: contact(17) }),
      input(null, button(17)),
      siren(pin(17)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
