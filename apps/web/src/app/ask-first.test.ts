import type { Kiosk, Space } from "@umbral/contract/auth/auth.contract";
import { rolesWith } from "@umbral/contract/lib/policy";
import type { Role, UserType } from "@umbral/contract/lib/roles";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ana } from "../../testing/signed-in.ts";
import { adminPaths } from "../lib/admin-paths.ts";
import { firstAnswer, PEOPLE_PAGE } from "../lib/first-answers.ts";
import type { Session } from "../lib/session.ts";
import { buildUrl } from "../lib/url.ts";
import { askFirst, deskRoles, guestRoles, unseeingRoles } from "./ask-first.ts";

const PERSON = "/api/user/auth/currentUser";
const WAITING = "/api/access-requests/waiting";
const SECOND_FACTOR = "/api/user/second-factor/session";

const space = (name: Role, building = "b-1"): Space => ({
  id: "s-1",
  role: { name },
  building: {
    id: building,
    name: "Mirador",
    address1: "",
    city: "",
    state: "",
    type: "RESIDENTIAL",
    timeZone: "America/Bogota",
  },
  apartment: null,
});
const known = (spaces: Space[], userType: UserType = "USER"): Session => ({
  token: "t",
  user: { ...ana, userType },
  spaces,
});
const as = (...roles: Role[]) => known(roles.map((role) => space(role)));
const platform = known([], "ADMIN");
const page = { product: "bb", hasApp: false };

const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
/** What the server says; to everything else that it has nothing. */
let replies: Record<string, unknown> = {};
beforeEach(() => {
  replies = {};
  vi.stubGlobal("fetch", asked.mockReset());
  asked.mockImplementation(async (address) =>
    address in replies ? Response.json(replies[address]) : new Response(null, { status: 404 }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const addresses = () => asked.mock.calls.map(([address]) => address);
/** What is asked at an address, once all that can be asked is. */
async function questions(address: string, session: Session, more = {}): Promise<string[]> {
  asked.mockClear();
  askFirst(address, session, { ...page, ...more });
  // Answers that are waited for are there within a turn.
  await new Promise((resolve) => setTimeout(resolve));
  return addresses();
}

const doors = "/api/buildings/b-1/doors";
const cameras = "/api/buildings/b-1/cameras";
const directory = "/api/buildings/b-1/apartments";

describe("what each landing asks first", () => {
  it.each([
    ["RESIDENTE", [PERSON, doors, cameras]],
    ["RESIDENTE_TEMPORAL", [PERSON, doors, cameras]],
    ["PROPIETARIO", [PERSON, doors, cameras]],
    ["VISITANTE_CONOCIDO", [PERSON, "/api/buildings"]],
    // The root is where they stay.
    ["VISITANTE_DESCONOCIDO", []],
    // The welcome has nothing to ask.
    ["PORTERIA", [PERSON]],
    ["CONSERJE", [PERSON, doors, cameras]],
    ["EMPLEADO_ADMINISTRATIVO", [PERSON, doors, cameras]],
    ["POLICIA", [PERSON, doors, cameras]],
    ["SERVICIOS", [PERSON, doors]],
    ["ACCIONISTA", [PERSON, doors]],
  ] as const)("%s, from the root on", async (role, expected) => {
    expect(await questions("/", as(role))).toEqual(expected);
    expect(await questions("/login", as(role))).toEqual(expected);
  });

  it("who waits, of leaders and administrators, and the rest where nobody does", async () => {
    const place = { building: { id: "b-1" }, apartment: null, employees: 0, owners: null };
    replies = { [WAITING]: { places: [place] } };
    for (const role of ["RESIDENTE_LIDER", "ADMINISTRADOR"] as const) {
      expect(await questions("/", as(role))).toEqual([PERSON, WAITING, doors, cameras]);
    }
    replies = { [WAITING]: { places: [place, { ...place, owners: 1 }] } };
    expect(await questions("/", as("ADMINISTRADOR"))).toEqual([PERSON, WAITING]);
    replies = {};
    expect(await questions("/", as("ADMINISTRADOR"))).toEqual([PERSON, WAITING]);
  });

  it("the panel of the platform: all buildings, and which there are", async () => {
    const panel = [PERSON, "/api/bb/overview", "/api/bb/buildings"];
    expect(await questions("/", platform)).toEqual(panel);
    expect(await questions("/admin-dashboard", platform)).toEqual(panel);
    expect(await questions("/admin-dashboard", platform, { product: "otro" })).toContain(
      "/api/otro/overview",
    );
    // One that the address names is asked for by the panel.
    expect(await questions("/admin-dashboard?edificio=b-2", platform)).toEqual([PERSON]);
  });
});

it("asks nothing that the screen asked meanwhile: what nobody takes would be taken for news later", async () => {
  replies = { [PERSON]: { user: ana, spaces: [space("RESIDENTE")] } };
  const { answers } = askFirst("/building/dashboard", { token: "t", user: null, spaces: [] }, page);
  globalThis.firstAsked = { token: "t", place: "", atMs: performance.now(), answers };
  expect(firstAnswer("GET", doors, "t")).toBeUndefined();
  globalThis.firstAsked = undefined;
  await expect.poll(addresses).toEqual([PERSON, cameras]);
});

describe("what is asked first at an address", () => {
  it("is the desk's for who works there, and the search alone for who comes to see somebody", async () => {
    const desk = [PERSON, directory, "/api/buildings/b-1/lobby-desk", doors];
    for (const role of deskRoles) {
      expect(await questions("/acceso-visitante", as(role))).toEqual(desk);
      // The entrance comes last on a first visit, and asks for itself.
      expect(await questions("/acceso-visitante", as(role), { hasApp: true })).toContain(cameras);
    }
    for (const role of guestRoles) {
      expect(await questions("/acceso-visitante", as(role))).toEqual([PERSON, directory]);
    }
    expect(await questions("/acceso-visitante", as("RESIDENTE"))).toEqual([PERSON]);
  });

  it("is the lobby's at its own device, with somebody on shift or nobody", async () => {
    const kiosk: Kiosk = { id: "k-1", name: "Tableta", building: space("PORTERIA").building };
    expect(await questions("/acceso-visitante", { ...as(), kiosk })).toEqual([PERSON, directory]);
    expect(await questions("/acceso-visitante", { ...as("PORTERIA"), kiosk })).toContain(doors);
    expect(await questions("/", { ...as("PORTERIA"), kiosk })).toEqual([PERSON]);
  });

  it("says who asks", async () => {
    await questions("/profile", as("PORTERIA"));
    expect(new Headers(asked.mock.calls[0]?.[1].headers).get("authorization")).toBe("JWT t");
  });

  it("is nothing of a building on the profile of who lands elsewhere, and on another of its tabs", async () => {
    expect(await questions("/profile", as("RESIDENTE"))).toEqual([PERSON]);
    expect(await questions("/profile", as())).toEqual([PERSON]);
    expect(await questions("/profile?ver=datos", as("CONSERJE"))).toEqual([PERSON]);
  });

  it("has what the cameras showed last where no code waits for the line, with what decodes there", async () => {
    const lastShown = `${cameras}/last-shown`;
    const hasApp = { hasApp: true };
    expect((await questions("/building/dashboard", as("RESIDENTE"), hasApp)).at(-1)).toBe(lastShown);
    expect((await questions("/acceso-visitante", as("PORTERIA"), hasApp)).at(-1)).toBe(lastShown);
    expect((await questions("/profile", as("CONSERJE"), hasApp)).at(-1)).toBe(lastShown);
    expect(await questions("/profile", as("SERVICIOS"), hasApp)).not.toContain(lastShown);
    vi.stubGlobal("VideoDecoder", class {});
    expect((await questions("/building/dashboard?camara=c", as("RESIDENTE"), hasApp)).at(-1)).toBe(
      `${lastShown}?decodes=h264`,
    );
  });

  it("is who somebody is where this browser does not know it, and then what is theirs", async () => {
    const stranger = { token: "t", user: null, spaces: [] };
    replies = { [PERSON]: { user: ana, spaces: [space("RESIDENTE", "b-2"), space("RESIDENTE", "b-3")] } };
    const { answers } = askFirst("/building/dashboard/camaras", stranger, page);
    await vi.waitFor(() => expect(answers.size).toBe(3));
    expect(addresses().slice(1)).toEqual(["/api/buildings/b-2/doors", "/api/buildings/b-2/cameras"]);
    // What it read there is still to be read.
    expect(await (await answers.get(`GET ${PERSON}`))?.json()).toMatchObject({ spaces: [{}, {}] });
    replies = {};
    expect(await questions("/building/dashboard", stranger)).toEqual([PERSON]);
  });
});

describe("the second factor of who administers a building", () => {
  const people = buildUrl(
    "/api/{product}/usersV2/ResidentUserDetails",
    { product: "bb" },
    { search: "", page: 1, limit: PEOPLE_PAGE },
  );

  it("is begun first, and what it guards is asked for once it was shown", async () => {
    const overview = "/api/bb/overview?buildingId=b-1";
    replies = { [SECOND_FACTOR]: { isShown: true } };
    expect(await questions("/admin-dashboard", as("ADMINISTRADOR"))).toEqual([
      PERSON,
      SECOND_FACTOR,
      overview,
    ]);
    expect(asked).toHaveBeenCalledWith(
      SECOND_FACTOR,
      expect.objectContaining({ method: "POST", body: "{}" }),
    );
    expect(await questions(adminPaths.users, as("ADMINISTRADOR"))).toEqual([PERSON, SECOND_FACTOR, people]);
    // Also of who lives elsewhere.
    const both = known([space("RESIDENTE", "b-2"), space("ADMINISTRADOR", "b-1")]);
    expect(await questions("/admin-dashboard", both)).toContain(overview);
    const several = known([space("ADMINISTRADOR", "b-1"), space("ADMINISTRADOR", "b-2")]);
    expect(await questions("/admin-dashboard", several)).toEqual([
      PERSON,
      SECOND_FACTOR,
      "/api/bb/overview",
      "/api/bb/buildings",
    ]);
    replies = { [SECOND_FACTOR]: { isShown: false } };
    expect(await questions("/admin-dashboard", as("ADMINISTRADOR"))).toEqual([PERSON, SECOND_FACTOR]);
  });

  it("is nobody else's: the platform's people showed theirs, and for others there is no such screen", async () => {
    expect(await questions(adminPaths.users, platform)).toEqual([PERSON, people]);
    expect(await questions("/admin-dashboard", as("RESIDENTE"))).toEqual([PERSON]);
  });
});

it("knows the roles as the table of permissions has them", () => {
  const sorted = (roles: readonly Role[]) => [...roles].sort();
  expect(sorted(deskRoles)).toEqual(sorted(rolesWith("events.watch", "building")));
  expect(sorted([...deskRoles, ...guestRoles])).toEqual(sorted(rolesWith("apartments.search", "building")));
  expect(sorted(unseeingRoles)).toEqual(sorted(rolesWith("cameras.view", "no")));
  expect(rolesWith("buildings.administer", "building")).toEqual(["ADMINISTRADOR"]);
});
