import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { adminPaths } from "./admin-paths.ts";
import { askFirst, firstAnswer, type KnownPerson, PEOPLE_PAGE } from "./first-answers.ts";
import { buildUrl } from "./url.ts";

const PERSON = "/api/user/auth/currentUser";
const SECOND_FACTOR = "/api/user/second-factor/session";
const known: KnownPerson = { token: "t", buildingId: "b-1", userType: "USER", product: "bb", hasApp: false };
const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal("fetch", asked.mockReset());
});
afterEach(() => {
  globalThis.firstAsked = undefined;
  vi.unstubAllGlobals();
});
const addresses = () => asked.mock.calls.map(([address]) => address);
const person = (...ids: string[]) => Response.json({ spaces: ids.map((id) => ({ building: { id } })) });

it("asks who it is on every screen, and for doors and cameras where a building is shown", () => {
  asked.mockImplementation(async () => person());
  askFirst("/profile", known);
  expect(addresses()).toEqual([PERSON]);
  expect(new Headers(asked.mock.calls[0]?.[1].headers).get("authorization")).toBe("JWT t");
  asked.mockClear();
  askFirst("/building/dashboard", known);
  expect(addresses()).toEqual([PERSON, "/api/buildings/b-1/doors", "/api/buildings/b-1/cameras"]);
});

it("asks for what the cameras showed last where no code waits for the line, with what decodes there", () => {
  asked.mockImplementation(async () => person());
  askFirst("/building/dashboard", { ...known, hasApp: true });
  expect(addresses().at(-1)).toBe("/api/buildings/b-1/cameras/last-shown");
  vi.stubGlobal("VideoDecoder", class {});
  askFirst("/building/dashboard", { ...known, hasApp: true });
  expect(addresses().at(-1)).toBe("/api/buildings/b-1/cameras/last-shown?decodes=h264");
});

it("asks for no cameras where visitors come too, who would be refused them", () => {
  asked.mockImplementation(async () => person());
  askFirst("/acceso-visitante", known);
  expect(addresses()).toEqual([PERSON]);
});

it("begins what an administrator's session has to show, once, and nothing for the platform's people", async () => {
  asked.mockImplementation(async () => Response.json({ isShown: true }));
  globalThis.firstAsked = askFirst("/admin-dashboard", known);
  expect(asked).toHaveBeenLastCalledWith(
    SECOND_FACTOR,
    expect.objectContaining({ method: "POST", body: "{}" }),
  );
  expect(await (await firstAnswer("POST", SECOND_FACTOR, "t"))?.json()).toEqual({ isShown: true });
  expect(firstAnswer("POST", SECOND_FACTOR, "t")).toBeUndefined();
  asked.mockClear();
  askFirst("/admin-dashboard", { ...known, userType: "ADMIN" });
  askFirst("/profile", known);
  expect(addresses()).toEqual([PERSON, PERSON]);
});

it("asks for the list of people once it is known that they may be seen", async () => {
  const list = `GET ${buildUrl(
    "/api/{product}/usersV2/ResidentUserDetails",
    { product: "bb" },
    { search: "", page: 1, limit: PEOPLE_PAGE },
  )}`;
  asked.mockResolvedValueOnce(person()).mockResolvedValueOnce(Response.json({ isShown: false }));
  const refused = askFirst(adminPaths.users, known);
  asked.mockImplementation(async () => Response.json({ isShown: true }));
  const { answers } = askFirst(adminPaths.users, known);
  await vi.waitFor(() => expect([...answers.keys()]).toContain(list));
  // It was told before.
  expect([...refused.answers.keys()]).not.toContain(list);
  expect([...askFirst(adminPaths.users, { ...known, userType: "ADMIN" }).answers.keys()]).toContain(list);
  expect([...askFirst("/admin-dashboard", { ...known, userType: "ADMIN" }).answers.keys()]).not.toContain(
    list,
  );
});

it("learns the building from the person where this browser does not know it", async () => {
  asked.mockImplementation(async () => person("b-2", "b-3"));
  const { answers } = askFirst("/building/dashboard/camaras", { ...known, buildingId: null });
  await vi.waitFor(() => expect(answers.size).toBe(3));
  expect(addresses().slice(1)).toEqual(["/api/buildings/b-2/doors", "/api/buildings/b-2/cameras"]);
  // What it read there is still to be read.
  expect(await (await answers.get(`GET ${PERSON}`))?.json()).toMatchObject({ spaces: [{}, {}] });
});

it("gives each answer once, to whoever asks with the same token", async () => {
  asked.mockImplementation(async () => person());
  globalThis.firstAsked = askFirst("/profile", { ...known, buildingId: null });
  expect(firstAnswer("GET", PERSON, "another")).toBeUndefined();
  expect(firstAnswer("GET", "/api/user/profile", "t")).toBeUndefined();
  expect((await firstAnswer("GET", PERSON, "t"))?.status).toBe(200);
  expect(firstAnswer("GET", PERSON, "t")).toBeUndefined();
});

it("lets whoever comes late ask anew, and a lost network be heard of by who asks", async () => {
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  globalThis.firstAsked = askFirst("/building/dashboard", { ...known, buildingId: null });
  await expect(firstAnswer("GET", PERSON, "t")).rejects.toThrow("Failed to fetch");
  vi.spyOn(performance, "now").mockReturnValue(30_001);
  expect(firstAnswer("GET", PERSON, "t")).toBeUndefined();
  vi.restoreAllMocks();
});
