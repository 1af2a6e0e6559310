import { init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import {
  type Call,
  iceServers,
  readCall,
  restoreCall,
  ringHome,
} from "@umbral/contract/calls/calls.contract";
import { leaveCamera, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { type Door, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { pushPublicKey } from "@umbral/contract/notifications/notifications.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { callIn } from "../../../testing/call-device.ts";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { resize } from "../../../testing/screens/frames.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { queryClient } from "../../lib/queries.ts";

const SINCE = "2026-11-20T12:00:00.000Z";
const camera = { id: idOf(0xd1c), name: "Entrada" };
const entrance: Door = { ...mainDoor, id: idOf(0xd11), cameras: [camera], cameraId: camera.id };
const andres = somebody("RESIDENTE", "Andrés Residente", home);

const atHome = () =>
  new Replies()
    .on(listDoors, { doors: [entrance] })
    .on(pendingEmail, { pending: null })
    .on(iceServers, { iceServers: [] });
const line = () =>
  new ServerLine()
    .on(init, { userId: andres.user.id, socketId: "line-1" })
    .on(doorClock, { steadyMs: 1 })
    .on(subscribeCamera, ({ camId }) => ({ camId, state: "starting" as const, since: SINCE }))
    .on(leaveCamera, {});

/** A visitor at the entrance rings the home. The page remembers which calls were decided: each is one of its own. */
const rings = (at: number, name = "Víctor Visitante", isBySign = false) => ({
  callId: idOf(0xd100 + at),
  from: { id: idOf(0xd12), name, photo: null },
  apartment: { id: home.id, name: home.name },
  building: mirador,
  isFromLobby: false,
  isToLobby: false,
  isUnverified: true,
  ...(isBySign ? { isBySign: true as const } : {}),
  expiresAt: new Date(Date.now() + 30_000).toISOString(),
});

const LONG_NAME = "Juan Guillermo Rodríguez Betancourt";
const ringing = page.getByRole("alertdialog", { name: /Víctor Visitante/ });
const button = (name: string | RegExp) => page.getByRole("button", { name });

/** Andrés looks at his profile, where it begins to ring. */
async function rungAtHome(
  at: number,
  {
    name,
    isBySign,
    ...look
  }: Parameters<typeof renderScreen>[1] & { name?: string; isBySign?: boolean } = {},
) {
  const server = line();
  const screen = await renderScreen("/profile", { as: andres, replies: atHome(), line: server, ...look });
  await expect.element(page.getByRole("heading", { name: "Andrés Residente" })).toBeVisible();
  await expect.poll(() => server.sent(init)).not.toEqual([]);
  server.say("request", rings(at, name, isBySign));
  await expect.element(button("Contestar")).toBeVisible();
  return screen;
}

async function stopsRinging(server: ServerLine, ...ats: number[]) {
  for (const at of ats) {
    server.say("end", { callId: rings(at).callId, status: "PERDIDA" });
  }
  await expect.element(button("Contestar")).not.toBeInTheDocument();
}

test("on a tablet it rings with another one waiting, is silenced, and whoever rings can be blocked", async () => {
  const screen = await rungAtHome(1, { size: "tablet", colorScheme: "dark" });
  screen.line.say("request", rings(2, "Otra Persona"));
  await expect.element(ringing.getByText(/^Otra llamada en espera: Otra Persona$/)).toBeVisible();
  expect(await violations()).toEqual([]);
  // Without a gesture before it the browser may let nothing be heard: the first press on the page does.
  const silence = ringing.getByRole("button", { name: /^Silenciar timbre|^Timbre en silencio/ });
  await ringing.getByRole("heading", { level: 2 }).click();
  await silence.click();
  await expect.element(ringing.getByText("Timbre en silencio")).toBeVisible();
  expect(await violations()).toEqual([]);
  await button("Bloquear a Víctor Visitante").click();
  const question = page.getByRole("alertdialog", { name: "¿Bloquear a Víctor Visitante?" });
  await expect.element(question).toBeVisible();
  expect(await violations()).toEqual([]);
  await question.getByRole("button", { name: "Cancelar" }).click();
  expect(beyondTheEdge()).toEqual([]);
  await stopsRinging(screen.line, 1, 2);
});

test("a phone that lies on its side shows the entrance too, beside both answers", async () => {
  const screen = await rungAtHome(3, { size: "phone" });
  await resize(740, 360);
  const picture = ringing.getByRole("img", { name: "Cámara Entrada" });
  await expect.element(picture).toBeVisible();
  const parts = [
    picture,
    ringing.getByRole("heading", { level: 2 }),
    ringing.getByText("Visitante sin verificar"),
    ringing.getByRole("button", { name: "Contestar" }),
    ringing.getByRole("button", { name: "Rechazar" }),
  ];
  for (const part of parts) {
    const { top, bottom, height } = part.element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(window.innerHeight);
    expect(height).toBeGreaterThan(20);
  }
  await expect.poll(() => screen.line.sent(subscribeCamera)).toMatchObject([{ camId: camera.id }]);
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);
  await stopsRinging(screen.line, 3);
});

const SIZES = [
  [390, 844],
  [360, 640],
  [768, 1024],
  [1024, 768],
] as const;

for (const [place, [width, height]] of SIZES.entries()) {
  test(`all that can be done about a ring from the sign is in sight at once, at ${width} × ${height}`, async () => {
    const screen = await rungAtHome(10 + place, { size: "phone", name: LONG_NAME, isBySign: true });
    await resize(width, height);
    const dialog = page.getByRole("alertdialog", { name: LONG_NAME });
    await expect.element(dialog.getByRole("img", { name: "Cámara Entrada" })).toBeVisible();
    expect(dialog.getByRole("button", { name: `Bloquear a ${LONG_NAME}` }).elements()).toHaveLength(1);
    for (const way of dialog.getByRole("button").elements()) {
      const { top, bottom, height: tall } = way.getBoundingClientRect();
      expect(top, way.textContent).toBeGreaterThanOrEqual(0);
      expect(bottom, way.textContent).toBeLessThanOrEqual(height - 12);
      expect(tall, way.textContent).toBeGreaterThanOrEqual(48);
    }
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    await stopsRinging(screen.line, 10 + place);
  });
}

for (const size of ["phone", "desktop"] as const) {
  test(`a second call shows who stands at the entrance, and asks before it ends the first: ${size}`, async () => {
    const at = size === "phone" ? 4 : 5;
    const call: Call = {
      ...callIn("CONTESTADA", andres.user.id),
      id: idOf(0xd200 + at),
      userId: andres.user.id,
      callee: { id: andres.user.id, name: andres.user.name },
      building: { id: mirador.id, name: mirador.name },
      may: { openDoor: true },
    };
    const server = line().on(restoreCall, { call, otherPresent: false });
    const replies = atHome().on(readCall, { call });
    const path = `/llamada-visitante/${call.id}/true`;
    await renderScreen(path, { as: andres, replies, line: server, size });
    await expect.element(button(/^Terminar/)).toBeVisible();
    await expect.poll(() => server.sent(restoreCall)).not.toEqual([]);
    server.say("request", rings(at));
    const banner = page.getByRole("region", { name: "Otra llamada: Víctor Visitante" });
    await expect.element(banner.getByRole("img", { name: "Cámara Entrada" })).toBeVisible();
    await expect.poll(() => server.sent(subscribeCamera)).toMatchObject([{ camId: camera.id }]);
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    await banner.getByRole("button", { name: "Contestar" }).click();
    const question = page.getByRole("alertdialog", { name: "Ya estás en otra llamada" });
    await expect.element(question).toBeVisible();
    expect(await violations()).toEqual([]);
    await question.getByRole("button", { name: "Cancelar" }).click();
    server.say("end", { callId: rings(at).callId, status: "PERDIDA" });
    await expect.element(banner).not.toBeInTheDocument();
    server.say("end", { callId: call.id, status: "TERMINADA" });
    await expect.element(page.getByRole("alertdialog", { name: "Llamada terminada" })).toBeVisible();
    expect(await violations()).toEqual([]);
  });
}

const apartment = { id: idOf(0xd1a), name: "A-101", tower: { name: "A" } };

test("a visitor finds the home, rings it, and reads that nobody answered, or that they did not want to", async () => {
  const as = somebody("VISITANTE_CONOCIDO", "Víctor Visitante");
  const callOf = (at: number): Call => ({
    ...callIn("ENTRANTE", as.user.id),
    id: idOf(0xd300 + at),
    caller: { id: as.user.id, name: as.user.name, photo: null },
    isFromLobby: false,
    building: { id: mirador.id, name: mirador.name },
  });
  let at = 0;
  let ways: MessageWay[] = ["sms"];
  const shownWays = page.getByRole("list", { name: /^Avisos a / });
  const replies = new Replies()
    .on(pushPublicKey, () => ({ publicKey: "", ways }))
    .on(apartmentDirectory, { apartments: [apartment] })
    .on(iceServers, { iceServers: [] })
    .on(ringHome, () => ({ calls: [{ call: callOf(at), devices: 1 }] }));
  const server = new ServerLine();
  await renderScreen("/acceso-visitante", { as, replies, line: server, size: "phone" });
  await expect.element(page.getByRole("heading", { name: "¿A qué apartamento vas?" })).toBeVisible();
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);

  await button(/^Llamar a A-101/).click();
  await expect.element(button("Cancelar llamada")).toBeEnabled();
  await expect.element(shownWays).toHaveTextContent(/Aviso.*Llamada.*SMS$/);
  expect(await violations()).toEqual([]);
  server.say("end", { callId: callOf(0).id, status: "PERDIDA" });
  await expect.element(page.getByText("El usuario no responde")).toBeVisible();
  expect(await violations()).toEqual([]);
  await button("Entendido").click();

  // Without a provider nobody is telephoned, and it is not announced.
  ways = ["mail"];
  void queryClient.invalidateQueries();
  at = 1;
  await button(/^Llamar a A-101/).click();
  await expect.element(button("Cancelar llamada")).toBeEnabled();
  await expect.element(shownWays).toHaveTextContent(/Aviso$/);
  server.say("reject_call", { callId: callOf(1).id, userId: callOf(1).userId, rejectMessage: null });
  await expect.element(page.getByText("El usuario ha rechazado tu llamada")).toBeVisible();
  expect(await violations()).toEqual([]);
  await button("Entendido").click();
});
