// @ts-check
import { describe, expect, it } from "vitest";
import { whatToRun } from "./changed.mjs";

const everything = () => true;

describe("what a change can break", () => {
  it("is the room's tests on the server and its stories, on whichever side the room changed", () => {
    for (const file of [
      "apps/server/src/features/doors/doors.service.ts",
      "apps/web/src/features/doors/door-press.ts",
      "apps/controller/src/features/doors/pulsed-relay.ts",
      "packages/contract/src/doors/doors.contract.ts",
      "e2e/doors/press.spec.ts",
    ]) {
      expect(whatToRun([file, "docs/words.md"], everything)).toEqual({
        server: ["apps/server/src/features/doors/"],
        stories: ["e2e/doors/"],
        unasked: [],
      });
    }
  });

  it("is each room once, and none that a side does not have", () => {
    const files = ["doors/a.ts", "doors/b.ts", "cards/c.ts"].map((file) => `apps/web/src/features/${file}`);
    expect(whatToRun(files, (path) => path !== "e2e/cards/")).toEqual({
      server: ["apps/server/src/features/doors/", "apps/server/src/features/cards/"],
      stories: ["e2e/doors/"],
      unasked: [],
    });
  });

  it("is the whole server where every room stands on what changed", () => {
    for (const file of [
      "apps/server/src/platform/gate.ts",
      "apps/server/migrations/0090-more.sql",
      "apps/server/testing/test-server.ts",
      "packages/contract/src/lib/policy.ts",
    ]) {
      expect(whatToRun([file, "apps/web/src/features/doors/a.ts"], everything)).toEqual({
        server: "all",
        stories: ["e2e/doors/"],
        unasked: [file],
      });
    }
  });

  it("is a test of no room by itself, unless it is gone", () => {
    const file = "apps/server/src/platform/gate.test.ts";
    expect(whatToRun([file], everything)).toEqual({ server: [file], stories: [], unasked: [] });
    expect(whatToRun([file], () => false)).toEqual({ server: [], stories: [], unasked: [] });
  });

  it("is nothing where only words about it changed", () => {
    expect(whatToRun(["README.md", "apps/server/src/features/doors/notes.md"], everything)).toEqual({
      server: [],
      stories: [],
      unasked: [],
    });
  });

  it("says what only all the stories would show", () => {
    const file = "apps/web/src/ui/button.tsx";
    expect(whatToRun([file], everything)).toEqual({ server: [], stories: [], unasked: [file] });
  });
});
