import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { CardReader } from "@umbral/contract/doors/door-devices";
import { describe, expect, it } from "vitest";
import { doorErrors, doorFieldsOf, doorValuesOf } from "./door-values.ts";

const door: DoorSettings = {
  controllerId: null,
  id: "d",
  name: "Garaje",
  localId: "2$",
  scope: "tower",
  lockType: "fail-safe",
  pulseMs: 1500,
  relay: { kind: "http", openAddress: "http://a:***@r/on", closeAddress: "http://a:***@r/off" },
  left: 10,
  top: 20,
  tower: { id: "t", name: "A" },
  floor: { id: "f", name: "1" },
  cameras: [{ id: "c", name: "Entrada" }],
  contact: { kind: "http", address: "http://s/", everyMs: 500, openText: "on", closedText: "off" },
  heldOpenAfterSeconds: 45,
  freeScheduleId: null,
  freesInEmergency: false,
  reader: { kind: "keyboard-wedge", device: "/dev/input/event3" },
};

describe("a door's form", () => {
  it("sends back what it was given", () => {
    const {
      id: _id,
      left: _left,
      top: _top,
      tower: _tower,
      floor,
      cameras,
      controllerId: _c,
      ...rest
    } = door;
    const values = doorValuesOf(door, "other");
    expect(Object.values(doorErrors(values)).filter(Boolean)).toEqual([]);
    expect(doorFieldsOf(values)).toEqual({
      ...rest,
      floorId: floor.id,
      cameraIds: cameras.map(({ id }) => id),
    });
  });

  it("says of a board once what hangs on it, and sends it back with each of its devices", () => {
    const at = { kind: "uhppote", host: "10.0.0.40", serial: 405_419_896, door: 2 } as const;
    const values = doorValuesOf({ ...door, relay: at, reader: at, contact: at }, "f");
    expect(doorFieldsOf(values)).toMatchObject({ relay: at, reader: at, contact: at });
    expect(Object.values(doorErrors(values)).filter(Boolean)).toEqual([]);
    const wrong = doorErrors({ ...values, boardHost: "placa.local", boardSerial: "0" });
    expect([wrong.boardHost, wrong.boardSerial]).toEqual([
      "* Escribe su dirección IP, por ejemplo 10.0.0.40",
      "* Escribe el número que está impreso en la placa",
    ]);
    // What is typed of a board that nothing hangs on is in nobody's way.
    const off = { relayKind: "simulated", readerKind: "none", contactKind: "none" };
    expect(doorErrors({ ...values, ...off, boardHost: "" }).boardHost).toBeUndefined();
  });

  it("keeps how a contact on the network is asked, and says what is wrong with its fingerprint", () => {
    const contact = {
      kind: "http",
      address: "https://10.0.0.7/",
      everyMs: 500,
      openText: "on",
      closedText: "off",
      method: "POST",
      body: "{}",
      auth: "bearer",
      certificate: "a1".repeat(32),
    } as const;
    const values = doorValuesOf({ ...door, contact }, "f");
    expect(doorFieldsOf(values).contact).toEqual(contact);
    const { body: _body, method: _method, ...get } = contact;
    expect(doorFieldsOf({ ...values, askMethod: "GET" }).contact).toEqual(get);
    // As a device shows it.
    const shown = { ...values, askCertificate: "A1:".repeat(32) };
    expect([doorErrors(shown).askCertificate, doorFieldsOf(shown).contact]).toEqual([undefined, contact]);
    expect(doorErrors({ ...values, askCertificate: "a1" }).askCertificate).toMatch(/^\* /);
    expect(
      doorErrors({ ...values, contactKind: "none", askCertificate: "a1" }).askCertificate,
    ).toBeUndefined();
  });

  it("offers a USB reader no keypad, whoever said that it has one", () => {
    const values = { ...doorValuesOf(door, "f"), readerHasKeypad: true };
    expect(doorFieldsOf(values).reader).toEqual(door.reader);
    expect(CardReader.parse({ ...door.reader, hasKeypad: true })).toEqual(door.reader);
  });

  it("keeps the pairing of a reader, and makes another only for one that is paired anew", () => {
    const pairing = "0199e0f2-7c1a-7000-8000-000000000001";
    const reader = {
      kind: "osdp",
      line: "tcp://10.0.0.30:4001",
      baud: 9600,
      address: 3,
      pairing,
      hasKeypad: true,
    } as const;
    const values = doorValuesOf({ ...door, reader }, "f");
    expect(doorFieldsOf(values).reader).toEqual(reader);
    expect(doorFieldsOf({ ...values, readerIsSecure: false }).reader).toEqual({ ...reader, pairing: null });
    const anew = CardReader.parse(doorFieldsOf({ ...values, readerPairsAnew: true }).reader);
    expect(anew).toMatchObject({ line: reader.line, pairing: expect.not.stringMatching(pairing) });
    const first = doorFieldsOf({
      ...doorValuesOf(null, "f"),
      readerKind: "osdp",
      readerLine: "/dev/ttyUSB0",
    });
    expect(CardReader.parse(first.reader)).toMatchObject({
      baud: 9600,
      address: 0,
      pairing: expect.any(String),
    });
  });

  it("keeps the form of a Wiegand board's lines, and says what is wrong with it", () => {
    const lines = {
      prefix: "W:",
      digits: "decimal",
      hasParity: false,
      bits: 34,
      order: "bytes-reversed",
    } as const;
    const reader = {
      kind: "wiegand-serial",
      line: "/dev/ttyUSB1",
      baud: 2400,
      lines,
      hasKeypad: true,
    } as const;
    const values = doorValuesOf({ ...door, reader }, "f");
    expect(CardReader.parse(doorFieldsOf(values).reader)).toEqual(reader);
    const counted = { ...values, readerBitsFrom: "before", readerBits: "" };
    expect(doorErrors(counted).readerBits).toBeUndefined();
    expect(doorFieldsOf(counted).reader).toMatchObject({ lines: { bits: "before" } });
    for (const [field, value] of [
      ["readerLine", "COM3"],
      ["readerBits", "15"],
      ["readerBits", "257"],
      ["readerBits", ""],
      ["readerPrefix", "tárjeta"],
    ]) {
      expect(doorErrors({ ...values, [field ?? ""]: value })[field ?? ""]).toMatch(/^\* /);
    }
    const facility = { ...values, readerDigits: "facility-number", readerHasParity: true };
    expect(CardReader.parse(doorFieldsOf(facility).reader)).toMatchObject({ lines: { hasParity: false } });
    expect(doorErrors({ ...facility, readerBits: "40" }).readerBits).toMatch(/^\* /);
    const binary = { ...values, readerDigits: "binary", readerBits: "" };
    expect(doorErrors(binary).readerBits).toBeUndefined();
    expect(CardReader.safeParse(doorFieldsOf(binary).reader).success).toBe(true);
  });

  it("keeps the pins of a relay and a contact, and says what is wrong with them", () => {
    const relay = { kind: "gpio", chip: "/dev/gpiochip0", line: 17, activeLow: true } as const;
    const pins = [
      { activeLow: true, bias: "pull-up" },
      { activeLow: false, bias: "pull-down" },
      { activeLow: true, bias: "as-is" },
      { activeLow: false, bias: "as-is" },
    ] as const;
    for (const pin of pins) {
      const contact = { kind: "gpio", chip: "/dev/gpiochip4", line: 0, ...pin, openIs: "closed" } as const;
      const values = doorValuesOf({ ...door, localId: "2", relay, contact }, "f");
      expect(Object.values(doorErrors(values)).filter(Boolean)).toEqual([]);
      expect(doorFieldsOf(values)).toMatchObject({ relay, contact });
      for (const [field, value] of [
        ["relayLine", "1024"],
        ["relayLine", ""],
        ["relayChip", "/dev/sda"],
        ["gpioLine", "GPIO17"],
        ["gpioChip", "gpiochip0"],
        ["localId", "2$"],
      ]) {
        expect(doorErrors({ ...values, [field ?? ""]: value })[field ?? ""]).toMatch(/^\* /);
      }
    }
  });

  it("says what is wrong with a reader's line and its address", () => {
    const values = { ...doorValuesOf(door, "f"), readerKind: "osdp", readerLine: "/dev/ttyUSB0" };
    for (const line of ["", "ttyUSB0", "http://10.0.0.30", "tcp://10.0.0.30", "/etc/passwd"]) {
      expect(doorErrors({ ...values, readerLine: line }).readerLine).toMatch(/^\* /);
    }
    for (const address of ["", "127", "-1", "uno"]) {
      expect(doorErrors({ ...values, readerAddress: address }).readerAddress).toMatch(/^\* /);
    }
    expect(doorErrors({ ...values, readerLine: "tcp://[fd00::7]:4001", readerAddress: "126" })).toMatchObject(
      {
        readerLine: undefined,
        readerAddress: undefined,
      },
    );
  });

  it("says what is wrong with an address while it is typed, and how a character is written", () => {
    const said = (openAddress: string) => doorErrors({ ...doorValuesOf(door, "f"), openAddress }).openAddress;
    expect(said("10.0.0.6/on")).toBe("* Escribe una dirección que empiece por http:// o https://");
    expect(said("http://root:p@ss@10.0.0.6/on")).toContain("escríbelo %40");
    expect(said("http://root:p#ss@10.0.0.6/on")).toContain("escríbelo %23");
    expect(said("http://root:p%40ss@10.0.0.6/on")).toBeUndefined();
  });

  it("asks a new door for its name, its relay and its address", () => {
    const wrong = doorErrors(doorValuesOf(null, "f"));
    const names = Object.entries(wrong).flatMap(([name, error]) => (error === undefined ? [] : [name]));
    expect(names.sort()).toEqual(["localId", "name", "openAddress"]);
  });

  it("says what is wrong with a number, a relay or an address", () => {
    const values = doorValuesOf(door, "f");
    for (const [field, value] of [
      ["seconds", "un rato"],
      ["seconds", "61"],
      ["localId", "a b"],
      ["localId", "$"],
      ["heldSeconds", "1"],
      ["readerDevice", "/etc/passwd"],
      ["openAddress", "10.0.0.1"],
      ["contactAddress", "rtsp://x"],
    ]) {
      expect([field, doorErrors({ ...values, [field ?? ""]: value })[field ?? ""]]).toEqual([
        field,
        expect.stringMatching(/^\* /),
      ]);
    }
    expect(doorFieldsOf({ ...values, seconds: "0,5" }).pulseMs).toBe(500);
  });
});
