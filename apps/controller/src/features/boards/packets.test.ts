import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  askCardAt,
  askControl,
  askEvent,
  askStatus,
  codes,
  deleteCard,
  openDoor,
  PACKET_BYTES,
  packetOf,
  putCard,
  readPacket,
  setControl,
  setListener,
  setRemoteControl,
  setTime,
} from "./packets.ts";

/** Packets as they are published of boards that exist, without the zeros at their end. */
const packet = (hex: string) => Buffer.from(hex.replaceAll(" ", "").padEnd(2 * PACKET_BYTES, "0"), "hex");
const SERIAL = 423_187_757;
const NAME = "2d553919";

describe("requests are as they are published", () => {
  it.each([
    ["status", askStatus, `1720 0000 ${NAME}`],
    ["opening door 3", openDoor(3), `1740 0000 ${NAME} 03`],
    ["deleting a card", deleteCard(6_154_412), `1752 0000 ${NAME} ace85d00`],
    ["the card at a place", askCardAt(4), `175c 0000 ${NAME} 04`],
    ["an event", askEvent(1), `17b0 0000 ${NAME} 01`],
    ["remote control", setRemoteControl(true), `17a0 0000 ${NAME} 55aaaa55 01`],
    [
      "a card",
      putCard({
        number: 6_154_412,
        from: "2019-01-02",
        to: "2019-12-31",
        doors: [1, 0, 29, 1],
      }),
      `1750 0000 ${NAME} ace85d00 20190102 20191231 01001d01`,
    ],
  ])("%s", (_, command, hex) => {
    expect(packetOf(SERIAL, command)).toEqual(packet(hex));
  });
});

describe("answers are read as they are published", () => {
  it("a status with an event, doors and the board's clock", () => {
    const bytes = packet(
      `1720 0000 ${NAME} 39000000 01000301 aae85d00 20190419170009 06 01000101 00000101 09 143702 11000000 21000000 2b 04 01 190420`,
    );
    expect(readPacket(bytes)).toMatchObject({ code: codes.status, serial: SERIAL });
    expect(askStatus.read(bytes)).toEqual({
      lastIndex: 57,
      isOpen: [true, false, true, true],
      time: "2019-04-20 14:37:02",
    });
  });

  it("an event", () => {
    const bytes = packet(`17b0 0000 ${NAME} 08000000 02010301 ade85d00 20190210071201 06`);
    expect(askEvent(8).read(bytes)).toEqual({
      index: 8,
      type: 2,
      isGranted: true,
      door: 3,
      card: 6_154_413,
      time: "2019-02-10 07:12:01",
      reason: 6,
    });
    // The answer to another question is none.
    expect(askEvent(9).read(bytes)).toBeUndefined();
  });

  it("a card, a place where one was deleted, and the list's end", () => {
    const card = packet(`175c 0000 ${NAME} ace85d00 20190203 20191229 00001d01`);
    expect(askCardAt(4).read(card)).toEqual({
      number: 6_154_412,
      from: "2019-02-03",
      to: "2019-12-29",
      doors: [0, 0, 29, 1],
    });
    expect(askCardAt(4).read(packet(`175c 0000 ${NAME} ffffffff`))).toBe("deleted");
    expect(askCardAt(4).read(packet(`175c 0000 ${NAME}`))).toBe("end");
  });

  it("what a board says unasked with the first byte of old firmware", () => {
    expect(readPacket(packet(`1920 0000 ${NAME} 39`))).toMatchObject({ serial: SERIAL });
    expect(readPacket(packet(`19b0 0000 ${NAME} 39`))).toBeUndefined();
    expect(readPacket(packet(`1720 0000 ${NAME}`).subarray(1))).toBeUndefined();
  });
});

it("what is written is read back the same, and noise never throws", () => {
  const Day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const Card = fc.record({
    number: fc.integer({ min: 1, max: 0xffff_fffe }),
    from: Day.map((day) => day.slice(0, 10)),
    to: Day.map((day) => day.slice(0, 10)),
    doors: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
  });
  fc.assert(
    fc.property(Card, Day, fc.integer({ min: 1, max: 4 }), (card, moment, door) => {
      // A board answers with the fields where they were written.
      expect(askCardAt(1).read(packetOf(SERIAL, putCard(card)))).toEqual(card);
      const time = moment.slice(0, 19).replace("T", " ");
      expect(setTime(time).read(packetOf(SERIAL, setTime(time)))).toBe(true);
      const control = { state: 3, seconds: 5 };
      expect(askControl(door).read(packetOf(SERIAL, setControl(door, control)))).toEqual(control);
      expect(askControl(5 - door).read(packetOf(SERIAL, setControl(door, control)))).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 80 }), (noise) => {
      const read = readPacket(Buffer.from(noise));
      for (const command of [askStatus, askEvent(1), askCardAt(1), askControl(1), openDoor(1)]) {
        expect(() => read && command.read(read.bytes)).not.toThrow();
      }
    }),
  );
  expect(packetOf(1, setListener({ address: "10.0.0.2", port: 60_001 })).subarray(8, 14)).toEqual(
    Buffer.from([10, 0, 0, 2, 0x61, 0xea]),
  );
});
