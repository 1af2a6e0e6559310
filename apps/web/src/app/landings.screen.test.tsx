import { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import { adminLogin, currentUser, init, type SignedIn, userLogin } from "@umbral/contract/auth/auth.contract";
import type { Role } from "@umbral/contract/lib/roles";
import type { RouteObject } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { leastReply } from "../../testing/screens/least-reply.ts";
import { ServerLine } from "../../testing/screens/line.ts";
import { home, mirador, platformAdministrator, somebody } from "../../testing/screens/people.ts";
import { failing, held, Replies, refused } from "../../testing/screens/replies.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";
import { queryClient } from "../lib/queries.ts";
import { whenCalm } from "../lib/when-idle.ts";
import { adminScreens } from "./admin-routes.tsx";
import { appScreens } from "./router.tsx";

const PERSON = "GET /api/user/auth/currentUser";
const WAITING = "GET /api/access-requests/waiting";
const BUILDING = `GET /api/buildings/${mirador.id}`;
const DOORS = `${BUILDING}/doors`;
const CAMERAS = `${BUILDING}/cameras`;
const ALARMS = `${BUILDING}/alarms`;
const HOME = `GET /api/apartments/${home.id}`;

interface Landing {
  as: SignedIn;
  at: string;
  /** All that is asked until the screen rests, before its line stands, without what is asked with it. */
  asks: readonly string[];
  /** The way there is also gone by signing in. */
  signsIn?: boolean;
}

const landsAt = (role: Role, at: string, asks: readonly string[]): Landing => ({
  as: somebody(role, `Persona ${role}`),
  at,
  asks,
});
const atHome = (role: Role, ...more: string[]): Landing => ({
  as: somebody(role, `Persona ${role}`, home),
  at: "/building/dashboard",
  asks: [PERSON, DOORS, CAMERAS, ...more, `${HOME}/parcels`, `${BUILDING}/passes`, `${HOME}/last-visitor`],
});

const landings: readonly Landing[] = [
  atHome("RESIDENTE"),
  { ...atHome("RESIDENTE_LIDER", WAITING), signsIn: true },
  landsAt("PORTERIA", "/acceso", [PERSON]),
  { ...landsAt("CONSERJE", "/profile", [PERSON, DOORS, CAMERAS, ALARMS]), signsIn: true },
  landsAt("POLICIA", "/profile", [PERSON, DOORS, CAMERAS, ALARMS]),
  landsAt("SERVICIOS", "/profile", [PERSON, DOORS]),
  landsAt("ADMINISTRADOR", "/profile", [PERSON, WAITING, DOORS, CAMERAS, ALARMS]),
  { ...landsAt("VISITANTE_CONOCIDO", "/visits/code", [PERSON, "GET /api/buildings"]), signsIn: true },
  landsAt("VISITANTE_DESCONOCIDO", "/", []),
  {
    as: platformAdministrator(),
    at: "/admin-dashboard",
    asks: [PERSON, WAITING, "GET /api/bb/overview", "GET /api/bb/buildings"],
    signsIn: true,
  },
];

/** What a doorman opens next, and who administers a building. */
const opened: readonly Landing[] = [
  landsAt("PORTERIA", "/acceso-visitante", [
    ...[PERSON, DOORS, CAMERAS, `${BUILDING}/apartments`, `${BUILDING}/lobby-desk`],
    ...[`${BUILDING}/visits`, `${BUILDING}/parcels`, `${BUILDING}/logbook`],
    // Of those inside, and of those who are expected.
    ...[`${BUILDING}/guests`, `${BUILDING}/guests`],
  ]),
  landsAt("VISITANTE_CONOCIDO", "/acceso-visitante", [PERSON, `${BUILDING}/apartments`]),
  landsAt("ADMINISTRADOR", "/admin-dashboard", [
    ...[PERSON, WAITING, "POST /api/user/second-factor/session", "GET /api/bb/overview"],
  ]),
];

/** A line that is never answered: what it brings about when it stands is asked again on purpose. */
const silentLine = () => new ServerLine().on(init, () => new Promise<never>(() => {}));

const answersTo = ({ user, spaces, kiosk }: SignedIn) =>
  new Replies()
    .otherwise(leastReply)
    .on(currentUser, { user, spaces, kiosk })
    .on(listWaitingPlaces, { places: [] });

/** This browser's registration for pushes is looked at beside the screen, by what an earlier page left of it. */
const isOfScreen = (request: string) => !request.includes("/api/push/");
const sorted = (requests: readonly string[]) =>
  requests
    .filter(isOfScreen)
    .map((request) => request.split("?")[0])
    .sort();

/** Everything that is asked until the screen rests. */
async function asked(replies: Replies, expected: readonly string[]) {
  await expect.poll(() => sorted(replies.requests)).toEqual(sorted(expected));
  await new Promise<void>((resolve) => void whenCalm(resolve));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  return sorted(replies.requests);
}

for (const { as, at, asks, signsIn } of landings) {
  test(`${as.user.name} opens the app and lands on ${at}: each thing is asked once`, async () => {
    const replies = answersTo(as);
    const screen = await renderScreen("/", { as, replies, line: silentLine(), isBuilt: true });
    await expect.poll(screen.path).toBe(at);
    expect(await asked(replies, asks)).toEqual(sorted(asks));
  });

  if (!signsIn) {
    continue;
  }
  test(`${as.user.name} signs in and lands on ${at}: each thing is asked once`, async () => {
    const isOfPlatform = as.user.userType === "ADMIN";
    const replies = answersTo(as).on(isOfPlatform ? adminLogin : userLogin, as);
    const screen = await renderScreen("/", { replies, line: silentLine(), isBuilt: true });
    await signIn(as);
    await expect.poll(screen.path).toBe(at);
    const expected = [...asks, `POST /api/${isOfPlatform ? "bb" : "user"}/auth/login`];
    expect(await asked(replies, expected)).toEqual(sorted(expected));
  });
}

for (const { as, at, asks } of opened) {
  test(`${as.user.name} opens ${at}: each thing is asked once`, async () => {
    const replies = answersTo(as);
    await renderScreen(at, { as, replies, line: silentLine(), isBuilt: true });
    expect(await asked(replies, asks)).toEqual(sorted(asks));
  });
}

async function signIn({ user }: SignedIn): Promise<void> {
  if (user.userType === "ADMIN") {
    await page.getByText("Ingresar como Administrador (bb)").click();
  }
  await page.getByLabelText("Cédula").fill("1000000006");
  await page.getByLabelText("Contraseña", { exact: true }).fill("tres loros en la mesa");
  await page.getByRole("button", { name: "Iniciar", exact: true }).click();
}

/** Whether the code of a screen was asked for. It never comes. */
function codeOf(path: string) {
  const find = (routes: readonly RouteObject[]): RouteObject | undefined =>
    routes.map((route) => (route.path === path ? route : find(route.children ?? []))).find(Boolean);
  const route = find([...appScreens, ...adminScreens]);
  if (typeof route?.lazy !== "function") {
    throw new Error(`${path} has no code of its own`);
  }
  const { lazy } = route;
  const code = vi.fn(() => new Promise<never>(() => {}));
  route.lazy = code;
  onTestFinished(() => {
    route.lazy = lazy;
  });
  return code;
}

for (const [as, at] of [
  [platformAdministrator(), "/admin-dashboard"],
  [somebody("RESIDENTE", "Andrés Residente", home), "/building/dashboard"],
] as const) {
  test(`while the server looks at the password of ${as.user.name}, the code of ${at} is on its way`, async () => {
    const code = codeOf(at);
    const answer = held(as);
    const replies = answersTo(as).on(userLogin, answer.answer).on(adminLogin, answer.answer);
    await renderScreen("/login", { replies, line: silentLine(), isBuilt: true });
    expect(code).not.toHaveBeenCalled();
    await signIn(as);
    await answer.isAsked;
    await expect.poll(() => code.mock.calls.length).toBeGreaterThan(0);
    answer.letGo();
    await expect.poll(() => localStorage.getItem("authToken")).toBe(as.token);
  });
}

test("what a landing shows is asked for while its code is still on the way", async () => {
  const as = somebody("CONSERJE", "Carla Conserje");
  const code = codeOf("/profile");
  const replies = answersTo(as).on(userLogin, as);
  await renderScreen("/login", { replies, line: silentLine(), isBuilt: true });
  await signIn(as);
  await expect.poll(() => replies.requests).toEqual(["POST /api/user/auth/login", PERSON, DOORS, CAMERAS]);
  expect(code).toHaveBeenCalled();
});

test("a leader lands at home where nobody says within some seconds who waits", async () => {
  const as = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
  const replies = answersTo(as).on(listWaitingPlaces, () => new Promise<never>(() => {}));
  const screen = await renderScreen("/", { as, replies, line: silentLine(), isBuilt: true });
  await expect.poll(screen.path).toBe("/building/dashboard");
});

test("whoever is taken back to the screen they came from has that one's questions on the way", async () => {
  const as = somebody("PORTERIA", "Pedro Portero");
  const replies = answersTo(as)
    .on(currentUser, failing(refused("SIGN_IN_REQUIRED")))
    .on(userLogin, as);
  const screen = await renderScreen("/acceso-visitante", { as, replies, line: silentLine(), isBuilt: true });
  await expect.poll(screen.path).toBe("/");
  replies.on(currentUser, { user: as.user, spaces: as.spaces }).requests.splice(0);
  const code = codeOf("/acceso-visitante");
  await signIn(as);
  await expect.poll(() => replies.requests).toContain(`${BUILDING}/lobby-desk`);
  expect(code).toHaveBeenCalled();
});
