import { describe, expect, it } from "vitest";
import { CardReader, canHold, DoorContact, RelayDriver } from "../doors/door-devices.ts";
import { BOARD_HOST } from "./uhppote-place.ts";

describe("where a board is", () => {
  it.each(["10.0.0.40", "192.168.1.255", "127.0.0.1:60000", "10.0.0.40:65535"])(
    "%s is an address",
    (host) => {
      expect(BOARD_HOST.test(host)).toBe(true);
    },
  );
  it.each([
    "",
    "10.0.0",
    "10.0.0.256",
    "10.0.0.40.",
    "10.0.0.40:0",
    "10.0.0.40:65536",
    "10.0.0.40:99999",
    "placa.local",
    "10.0.0.40/x",
    "1.2.3.4.5",
  ])("'%s' is none", (host) => {
    expect(BOARD_HOST.test(host)).toBe(false);
  });
});

it("a relay, a reader and a contact hang on a door of it, which only pulses", () => {
  const at = { kind: "uhppote" as const, host: "10.0.0.40", serial: 405_419_896, door: 2 as const };
  for (const device of [RelayDriver, CardReader, DoorContact]) {
    expect(device.parse(at)).toEqual(at);
    expect(device.safeParse({ ...at, door: 5 }).success).toBe(false);
    expect(device.safeParse({ ...at, serial: 0 }).success).toBe(false);
  }
  // A board that holds its door would go on when its controller is gone.
  expect(canHold(at, false)).toBe(false);
});

it("a relay of the network is held where its second address alone lets go", () => {
  const open = "http://10.0.0.20/relay/0?turn=on";
  const relay = {
    kind: "http" as const,
    openAddress: open,
    closeAddress: "http://10.0.0.20/relay/0?turn=off",
  };
  expect(canHold(relay, false)).toBe(true);
  expect(canHold(relay, true)).toBe(false);
  expect(canHold({ ...relay, closeAddress: null }, false)).toBe(false);
  // Its device lets go after the seconds of one opening, whoever said that it is free.
  expect(canHold({ ...relay, openAddress: `${open}&timer={seconds}` }, false)).toBe(false);
});
