import type { CallStatus } from "@umbral/contract/calls/calls.contract";
import { describe, expect, it } from "vitest";
import type { LobbyCallRow } from "./lobby-desk.queries.ts";
import { missedOf } from "./missed-calls.ts";

const NOW = new Date("2026-11-20T15:00:00.000Z");

/** A call of a ringing; the minute tells the order. */
const call = (ringing: string, minute: number, status: CallStatus, more: Partial<LobbyCallRow> = {}) =>
  ({
    ringingId: ringing,
    status,
    expiresAt: new Date(NOW.getTime() - 1000),
    answeredAt: status === "CONTESTADA" ? NOW : null,
    isToLobby: false,
    at: new Date(NOW.getTime() - 3_600_000 + minute * 60_000),
    callerId: "pedro",
    callerName: "Pedro Portero",
    apartmentId: "a-101",
    apartmentName: "A-101",
    towerName: "A",
    ...more,
  }) satisfies LobbyCallRow;
const toLobby = { isToLobby: true, callerId: "rosa", callerName: "Rosa Líder" };

const waiting: [string, LobbyCallRow[], string[]][] = [
  ["nobody answered", [call("one", 1, "PERDIDA")], ["one"]],
  ["it is due and nobody has written so", [call("one", 1, "ENTRANTE")], ["one"]],
  ["one of two answered", [call("one", 1, "PERDIDA"), call("one", 1, "CONTESTADA")], []],
  ["one of two said no", [call("one", 1, "PERDIDA"), call("one", 1, "RECHAZADA")], []],
  ["it was taken back", [call("one", 1, "TERMINADA")], []],
  ["it rings", [call("one", 1, "ENTRANTE", { expiresAt: new Date(NOW.getTime() + 1000) })], []],
  ["they talked later", [call("one", 1, "PERDIDA"), call("two", 2, "CONTESTADA")], []],
  [
    "they called back later",
    [call("one", 1, "PERDIDA"), call("two", 2, "TERMINADA", { ...toLobby, answeredAt: NOW })],
    [],
  ],
  ["it was tried twice", [call("one", 1, "PERDIDA"), call("two", 2, "PERDIDA")], ["two"]],
  ["they had talked before", [call("one", 1, "CONTESTADA"), call("two", 2, "PERDIDA", toLobby)], ["two"]],
  [
    "others wait too",
    [call("one", 1, "PERDIDA"), call("two", 2, "PERDIDA", { ...toLobby, apartmentId: null })],
    ["two", "one"],
  ],
];

describe("a call waits for the lobby", () => {
  it.each(waiting)("or not, when %s", (_, rows, ids) => {
    expect(missedOf(rows, NOW).map(({ id }) => id)).toEqual(ids);
  });

  it("with who called, and not with who of the lobby did", () => {
    expect(missedOf([call("one", 1, "PERDIDA", toLobby)], NOW)).toMatchObject([
      { caller: "Rosa Líder", isToLobby: true, apartment: { name: "A-101" } },
    ]);
    expect(missedOf([call("one", 1, "PERDIDA")], NOW)).toMatchObject([{ caller: null, isToLobby: false }]);
  });
});
