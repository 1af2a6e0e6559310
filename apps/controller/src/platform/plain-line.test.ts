import { expect, it } from "vitest";
import { SetupMistake } from "./env.ts";
import { refusePlainLine } from "./plain-line.ts";

const judged = (serverUrl: string, allowsPlainLine: boolean) => {
  try {
    refusePlainLine({ serverUrl, allowsPlainLine, isDemonstration: false });
    return "taken";
  } catch (error) {
    return error instanceof SetupMistake ? "refused" : error;
  }
};

it("a line that others can read is taken only to a private address, and only when somebody said so", () => {
  const privately = [
    "http://10.0.0.5:3000",
    "http://172.31.255.1",
    "http://192.168.1.20",
    "http://127.0.0.1:3000",
    "http://localhost:3000",
    "http://[::1]:3000",
    "http://[fd12::7]",
  ];
  const publicly = [
    "http://203.0.113.7",
    "http://172.32.0.1",
    "http://100.64.0.1",
    "http://[2001:db8::1]",
    "http://umbral.example",
    // A name can be made to mean another machine.
    "http://servidor.local",
    "http://10.0.0.5.evil.example",
  ];
  for (const url of privately) {
    expect([url, judged(url, true), judged(url, false)]).toEqual([url, "taken", "refused"]);
  }
  for (const url of publicly) {
    expect([url, judged(url, true)]).toEqual([url, "refused"]);
  }
  expect(judged("https://umbral.example", false)).toBe("taken");
  expect(() =>
    refusePlainLine({ serverUrl: "http://127.0.0.1:1", allowsPlainLine: false, isDemonstration: true }),
  ).not.toThrow();
});
