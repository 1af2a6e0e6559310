import { afterEach, expect, it, vi } from "vitest";
import { firstAnswer, wasAskedFirst, wasTakenSince } from "./first-answers.ts";

const PERSON = "/api/user/auth/currentUser";
afterEach(() => {
  globalThis.firstAsked = undefined;
});

/** One question is on its way, or answered. */
const asked = (answer: Promise<Response>) => {
  globalThis.firstAsked = {
    token: "t",
    place: "/profile",
    atMs: performance.now(),
    answers: new Map([[`GET ${PERSON}`, answer]]),
  };
};

it("gives each answer once, to whoever asks with the same token", async () => {
  asked(Promise.resolve(Response.json({})));
  expect(firstAnswer("GET", PERSON, "another")).toBeUndefined();
  expect(firstAnswer("GET", "/api/user/profile", "t")).toBeUndefined();
  expect(wasAskedFirst("GET", PERSON)).toBe(true);
  const before = performance.now();
  expect(wasTakenSince(before)).toBe(false);
  expect((await firstAnswer("GET", PERSON, "t"))?.status).toBe(200);
  expect(wasTakenSince(before)).toBe(true);
  expect(wasAskedFirst("GET", PERSON)).toBe(false);
  expect(firstAnswer("GET", PERSON, "t")).toBeUndefined();
});

it("lets a lost network be heard of by who asks", async () => {
  asked(Promise.reject(new TypeError("Failed to fetch")));
  await expect(firstAnswer("GET", PERSON, "t")).rejects.toThrow("Failed to fetch");
});

it("lets whoever comes late ask anew, however long the page was open before the question", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(3_600_000);
  asked(Promise.resolve(Response.json({})));
  now.mockReturnValue(3_630_001);
  expect(firstAnswer("GET", PERSON, "t")).toBeUndefined();
  now.mockReturnValue(3_630_000);
  expect(firstAnswer("GET", PERSON, "t")).toBeDefined();
});
