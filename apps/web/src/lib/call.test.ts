import type { useSpace } from "@umbral/contract/auth/auth.contract";
import type { listApartments, listBuildings } from "@umbral/contract/buildings/buildings.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ana } from "../../testing/signed-in.ts";
import { call, encode } from "./call.ts";
import { session } from "./useSession.ts";

const person = { user: ana, spaces: [] };

const answers = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const refusal = (status: number, code: string) =>
  Response.json({ statusCode: status, code, message: "No.", errors: [] }, { status });

beforeEach(() => {
  vi.stubGlobal("fetch", answers.mockReset());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
afterEach(() => {
  session.end("sign-out");
  vi.unstubAllGlobals();
});

describe("a call", () => {
  it("carries the session's token in the specification's scheme", async () => {
    session.begin({ token: "t-1", ...person });
    answers.mockResolvedValue(Response.json({ user: person.user, spaces: [] }));
    await call<typeof useSpace>("PUT", "/api/user/spaces/{spaceId}/current", { params: { spaceId: "s" } });
    const [url, init] = answers.mock.calls[0] ?? [];
    expect(url).toBe("/api/user/spaces/s/current");
    expect(new Headers(init?.headers).get("authorization")).toBe("JWT t-1");
  });

  it("goes without a token when nobody is signed in", async () => {
    answers.mockResolvedValue(Response.json({ apartments: [] }));
    await call<typeof listApartments>("GET", "/api/floors/{id}/apartments", { params: { id: "f" } });
    expect(new Headers(answers.mock.calls[0]?.[1].headers).has("authorization")).toBe(false);
  });

  it("throws what the server refused with", async () => {
    answers.mockResolvedValue(refusal(429, "TOO_OFTEN"));
    await expect(call<typeof listBuildings>("GET", "/api/buildings")).rejects.toMatchObject({
      name: "CallRefused",
      code: "TOO_OFTEN",
      status: 429,
      message: "No.",
    });
  });

  it("tells what was decided before, and by whom", async () => {
    const decided = {
      approved: true,
      by: { id: "p", name: "Pedro Portero" },
      at: "2026-11-20T15:04:05.000Z",
    };
    const reply = { statusCode: 409, code: "VISIT_ALREADY_AUTHORISED", message: "No.", errors: [], decided };
    answers.mockImplementation(async () => Response.json(reply, { status: 409 }));
    await expect(call<typeof listBuildings>("GET", "/api/buildings")).rejects.toMatchObject({ decided });
    answers.mockResolvedValue(Response.json({ ...reply, decided: "somebody" }, { status: 409 }));
    await expect(call<typeof listBuildings>("GET", "/api/buildings")).rejects.toMatchObject({
      decided: null,
    });
  });

  it("tells when it is worth trying again", async () => {
    const reply = { statusCode: 429, code: "TOO_OFTEN", message: "Espera.", errors: [] };
    answers.mockResolvedValueOnce(Response.json(reply, { status: 429, headers: { "retry-after": "61" } }));
    await expect(call<typeof listBuildings>("GET", "/api/buildings")).rejects.toMatchObject({
      retryAfter: 61,
    });
  });

  it("ends the session on a 401, but not for an older session's answer", async () => {
    session.begin({ token: "t-1", ...person });
    answers.mockImplementationOnce(async () => {
      session.begin({ token: "t-2", ...person });
      return refusal(401, "SIGN_IN_REQUIRED");
    });
    await expect(call<typeof listBuildings>("GET", "/api/buildings")).rejects.toThrow();
    expect(session.current()?.token).toBe("t-2");

    answers.mockResolvedValueOnce(refusal(401, "SIGN_IN_REQUIRED"));
    await expect(call<typeof listBuildings>("GET", "/api/buildings")).rejects.toThrow();
    expect(session.current()).toBeNull();
    expect(session.endedBy()).toBe("refused");
  });

  it.each([
    ["the network fails", () => Promise.reject(new TypeError("fetch failed"))],
    ["a proxy answers for it", () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 }))],
    [
      "the answer breaks off",
      () => Promise.resolve(new Response('{"buil', { headers: { "content-type": "application/json" } })),
    ],
  ])("says that there is no connection when %s", async (_, answer) => {
    answers.mockImplementation(answer);
    await expect(call<typeof listBuildings>("GET", "/api/buildings")).rejects.toMatchObject({
      name: "NoConnection",
    });
  });
});

it("sends a body with a file as multipart, and any other as JSON", () => {
  expect(encode({ cedula: "1", phone: undefined })).toBe('{"cedula":"1"}');
  const form = encode({ cedula: "1", phone: undefined, photo: new Blob(["x"], { type: "image/jpeg" }) });
  expect(form).toBeInstanceOf(FormData);
  expect([...(form instanceof FormData ? form.keys() : [])]).toEqual(["cedula", "photo"]);
});
