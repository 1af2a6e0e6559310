import { init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { listBlockedCallers } from "@umbral/contract/calls/blocked-callers.contract";
import { callHistory, type PastCall } from "@umbral/contract/calls/call-history.contract";
import {
  iceServers,
  readCall,
  rejectCall,
  restoreCall,
  ringHome,
  webrtcIceCandidate,
  webrtcOffer,
} from "@umbral/contract/calls/calls.contract";
import { lobbyUser } from "@umbral/contract/calls/lobby.contract";
import { leaveCamera, listCameras, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { type Door, listDoors } from "@umbral/contract/doors/doors.contract";
import { changeSignOfHome, readSignOfHome } from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { callIn } from "../../../testing/call-device.ts";
import { missedCall } from "../../../testing/screens/calls.ts";
import { calmDesk } from "../../../testing/screens/desk.ts";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { drawnPicture } from "../../../testing/screens/pictures.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const apartments = ["A-101", "A-102", "B-101", "B-201", "B-202"].map((name, at) => ({
  id: idOf(0xa100 + at),
  name,
  tower: { name: name.slice(0, 1) },
}));

test("the lobby finds by two letters, and says when there is no such apartment and when nobody lives there", async () => {
  const replies = calmDesk()
    .on(apartmentDirectory, { apartments })
    .on(ringHome, failing(refused("NOBODY_TO_RING")));
  const as = somebody("PORTERIA", "Pedro Portero");
  await renderScreen("/acceso-visitante", { as, size: "tablet", replies });
  const search = page.getByLabelText("Buscar apartamento o torre");
  const found = () =>
    page
      .getByRole("button", { name: /^Llamar a / })
      .elements()
      .map((button) => button.getAttribute("aria-label"));
  await expect.poll(found).toHaveLength(apartments.length);
  await search.fill("   b-2");
  await expect.poll(found).toEqual(["Llamar a B-201, torre B", "Llamar a B-202, torre B"]);
  await search.fill("zzz");
  await expect.element(page.getByText("Ningún apartamento coincide con tu búsqueda.")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);

  await search.fill("B-101");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alertdialog").getByText("Apto no encontrado")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(replies.asked(ringHome).at(-1)?.params.apartmentId).toBe(apartments[2]?.id);
});

/** What stands at home, where who leaves a call comes to. */
const atHome = () => new Replies().on(listCameras, { cameras: [] }).on(listDoors, { doors: [] });

test("a call that is over is not entered, and says so", async () => {
  const as = somebody("RESIDENTE_TEMPORAL", "Tomás Temporal", home);
  const me = { id: as.user.id, name: as.user.name };
  const missed = { ...callIn("PERDIDA", me.id), userId: me.id, callee: me };
  const replies = atHome().on(readCall, { call: missed });
  const screen = await renderScreen(`/llamada-visitante/${missed.id}/true`, { as, replies });
  await expect
    .element(page.getByRole("alertdialog").getByText("Esta llamada ya no se encuentra disponible"))
    .toBeVisible();
  await expect.poll(screen.path).toBe("/building/dashboard");
  expect(await violations()).toEqual([]);
});

test("a sample call shows the call's own screen with nobody at the other end, and keeps how loud it is", async () => {
  const as = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
  // Nothing of a call is provided for: one that was begun would be complained of.
  const screen = await renderScreen("/llamada", { as, size: "phone", replies: atHome() });
  await expect.element(page.getByText("Llamada de muestra").first()).toBeVisible();
  await page.getByRole("button", { name: "Silenciar micrófono" }).click();
  await expect.element(page.getByRole("button", { name: "Activar micrófono" })).toBeVisible();

  const open = () => page.getByRole("button", { name: "Volumen" }).click();
  const volume = page.getByRole("slider", { name: "Volumen" });
  await open();
  await volume.fill("0");
  await expect.element(page.getByText("Así no oyes a la otra persona.")).toBeVisible();
  await volume.fill("40");
  await expect.element(page.getByText("40 %")).toBeVisible();
  expect(localStorage.getItem("umbral-call-volume")).toBe("0.4");
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await screen.reload();
  await open();
  await expect.element(volume).toHaveValue("40");
  // The page's modules outlive this test.
  await volume.fill("100");
  await userEvent.keyboard("{Escape}");
  await expect.element(volume).not.toBeInTheDocument();

  await page.getByRole("button", { name: /^Terminar/ }).click();
  await expect.poll(screen.path).toBe("/building/dashboard");
});

const rings = (isToLobby: boolean) => ({
  callId: idOf(isToLobby ? 0xca1 : 0xca2),
  from: { id: idOf(0x12), name: "Tomás Temporal", photo: null },
  apartment: { id: idOf(0xa102), name: "A-102" },
  building: mirador,
  isFromLobby: !isToLobby,
  isToLobby,
  isUnverified: false,
  expiresAt: new Date(Date.now() + 30_000).toISOString(),
});

const atProfile = () => atHome().on(pendingEmail, { pending: null }).on(iceServers, { iceServers: [] });

const whoIsRung = [
  { role: "PORTERIA", isToLobby: true, offered: "Te llamo en un momento", not: "Nos vemos en la portería" },
  { role: "RESIDENTE", isToLobby: false, offered: "Nos vemos en la portería", not: "Te llamo en un momento" },
] as const;
for (const { role, isToLobby, offered, not } of whoIsRung) {
  test(`${role} is offered answers of their own, and none that makes no sense there`, async () => {
    const line = new ServerLine().on(rejectCall, { call: callIn("RECHAZADA", idOf(0x11)) });
    const as = somebody(role, "Pedro Portero", isToLobby ? null : home);
    await renderScreen("/profile", {
      as,
      size: "phone",
      replies: atProfile(),
      line,
    });
    await expect.element(page.getByRole("heading", { name: "Pedro Portero" })).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    line.say("request", rings(isToLobby));
    const ringing = page.getByRole("alertdialog");
    await expect.element(ringing.getByRole("button", { name: offered })).toBeVisible();
    await expect.element(ringing.getByRole("button", { name: not })).not.toBeInTheDocument();
    await expect.element(ringing.getByText("Visita con invitación")).not.toBeInTheDocument();
    if (!isToLobby) {
      await expect
        .element(ringing.getByText("No hay una cámara en la entrada de este edificio."))
        .toBeVisible();
    }
    expect(await violations()).toEqual([]);
    await ringing.getByRole("button", { name: offered }).click();
    await expect.poll(() => line.sent(rejectCall)).toMatchObject([{ rejectMessage: offered }]);
  });
}

test("the guest of a pass rings as one, and not as a stranger", async () => {
  const line = new ServerLine();
  await renderScreen("/profile", {
    as: somebody("RESIDENTE", "Rosa Líder", home),
    replies: atProfile(),
    line,
  });
  await expect.element(page.getByRole("heading", { name: "Rosa Líder" })).toBeVisible();
  await expect.poll(() => line.sent(init)).not.toEqual([]);
  line.say("request", { ...rings(false), callId: idOf(0x5a5), isUnverified: true, isByPass: true });
  const ringing = page.getByRole("alertdialog");
  await expect.element(ringing.getByText(`Visita con invitación · ${mirador.name}`)).toBeVisible();
  await expect.element(ringing.getByText("Visitante sin verificar")).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
});

test("whoever has the sign of the entrance rings as a visitor whom nobody has verified", async () => {
  const line = new ServerLine();
  await renderScreen("/profile", {
    as: somebody("RESIDENTE", "Rosa Líder", home),
    size: "phone",
    colorScheme: "dark",
    replies: atProfile(),
    line,
  });
  await expect.element(page.getByRole("heading", { name: "Rosa Líder" })).toBeVisible();
  await expect.poll(() => line.sent(init)).not.toEqual([]);
  const from = { id: idOf(0x14), name: "Visitante", photo: null };
  line.say("request", {
    ...rings(false),
    callId: idOf(0x5a6),
    from,
    isFromLobby: false,
    isUnverified: true,
    isBySign: true,
  });
  const ringing = page.getByRole("alertdialog");
  await expect.element(ringing.getByText(`Letrero de la entrada · ${mirador.name}`)).toBeVisible();
  await expect.element(ringing.getByText("Visitante sin verificar")).toBeVisible();
  expect(await violations()).toEqual([]);
});

const entrance: Door = {
  ...mainDoor,
  id: idOf(0xde1),
  cameras: [
    { id: idOf(0xdea), name: "Calle" },
    { id: idOf(0xdec), name: "Entrada" },
  ],
  cameraId: idOf(0xdec),
};

test("a home sees who stands at the entrance before it answers", async () => {
  const line = new ServerLine()
    .on(subscribeCamera, ({ camId }) => ({
      camId,
      state: "starting" as const,
      since: "2026-11-20T12:00:00.000Z",
    }))
    .on(leaveCamera, {});
  await renderScreen("/profile", {
    as: somebody("RESIDENTE", "Andrés Residente", home),
    size: "phone",
    replies: atProfile().on(listDoors, { doors: [entrance] }),
    line,
  });
  await expect.element(page.getByRole("heading", { name: "Andrés Residente" })).toBeVisible();
  await expect.poll(() => line.sent(init)).not.toEqual([]);
  // The page remembers which calls were decided.
  line.say("request", { ...rings(false), callId: idOf(0xca5) });
  const ringing = page.getByRole("alertdialog");
  await expect.element(ringing.getByRole("img", { name: "Cámara Entrada" })).toBeVisible();
  await expect.poll(() => line.sent(subscribeCamera)).toMatchObject([{ camId: idOf(0xdec) }]);
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);
  // With the picture, who calls and both answers there is nothing to be scrolled for.
  const parts = [
    ringing.getByRole("heading", { level: 2 }),
    ringing.getByRole("button", { name: "Contestar" }),
  ];
  for (const part of parts) {
    const { top, bottom } = part.element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(window.innerHeight);
  }
  line.say("end", { callId: idOf(0xca5), status: "PERDIDA" });
  await expect.element(ringing).not.toBeInTheDocument();
  // Nobody looks any more: nothing is sent.
  await expect.poll(() => line.sent(leaveCamera)).toMatchObject([{ camId: idOf(0xdec) }]);
});

/** Somebody of Mirador has answered the lobby. */
const runningCall = ({ id, name }: { id: string; name: string }, callId: string) => ({
  ...callIn("CONTESTADA", id),
  id: callId,
  userId: id,
  callee: { id, name },
  building: { id: mirador.id, name: mirador.name },
  may: { openDoor: false },
});

for (const size of ["phone", "desktop"] as const) {
  test(`during a call its entrance is looked at, small or large, camera by camera: ${size}`, async () => {
    const as = somebody("RESIDENTE", "Andrés Residente", home);
    const call = runningCall(as.user, idOf(size === "phone" ? 0xcb1 : 0xcb2));
    const line = new ServerLine()
      .on(subscribeCamera, ({ camId }) => ({
        camId,
        state: "starting" as const,
        since: "2026-11-20T12:00:00.000Z",
      }))
      .on(leaveCamera, {})
      .on(restoreCall, { call, otherPresent: false });
    const replies = atHome()
      .on(listDoors, { doors: [entrance] })
      .on(readCall, { call });
    await renderScreen(`/llamada-visitante/${call.id}/true`, { as, size, replies, line });
    const watched = () => line.sent(subscribeCamera).map(({ camId }) => camId);
    const button = page.getByRole("button", { name: "Ver la entrada" });
    await expect.element(button).toBeVisible();
    expect(watched()).toEqual([]);
    await button.click();
    const place = page.getByRole("region", { name: "Entrada del edificio" });
    await expect.element(place.getByRole("img", { name: "Cámara Entrada" })).toBeVisible();
    await expect.poll(watched).toEqual([idOf(0xdec)]);
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);

    await place.getByRole("button", { name: "Ampliar la entrada" }).click();
    await expect.poll(() => place.element().getBoundingClientRect().width).toBe(window.innerWidth);
    // What ends the call and opens the door stays in sight, over the picture.
    await page.getByRole("button", { name: /^Terminar/ }).click({ trial: true });
    expect(await violations()).toEqual([]);
    await place.getByRole("button", { name: "Ver Calle" }).click();
    await expect.element(place.getByRole("img", { name: "Cámara Calle" })).toBeVisible();
    await expect.poll(watched).toEqual([idOf(0xdec), idOf(0xdea)]);
    await place.getByRole("button", { name: "Quitar la entrada" }).click();
    await expect.element(place).not.toBeInTheDocument();
    await expect.poll(() => line.sent(leaveCamera)).toHaveLength(2);
  });
}

test("the stage is mounted while it rings, unseen, and an answer shows that very one", async () => {
  const as = somebody("PORTERIA", "Pedro Portero");
  const rings = {
    ...callIn("ENTRANTE", idOf(0x11)),
    id: idOf(0xcb4),
    caller: { id: as.user.id, name: as.user.name, photo: null },
    building: { id: mirador.id, name: mirador.name },
  };
  const answered = { ...rings, status: "CONTESTADA" as const };
  let isAnswered = false;
  const replies = calmDesk()
    .on(apartmentDirectory, { apartments })
    .on(ringHome, { calls: [{ call: rings, devices: 1 }] })
    // A line that comes once it rings looks how the call stands.
    .on(readCall, () => ({ call: isAnswered ? answered : rings }))
    .on(iceServers, { iceServers: [] });
  const line = new ServerLine()
    .on(restoreCall, { call: answered, otherPresent: true })
    .on(webrtcOffer, {})
    .on(webrtcIceCandidate, {});
  const screen = await renderScreen("/acceso-visitante", { as, size: "tablet", replies, line });
  await page.getByRole("button", { name: "Llamar a A-101, torre A" }).click();
  const video = page.getByLabelText(/^Video de/);
  await expect.element(video).toBeInTheDocument();
  const mounted = video.query();
  expect(mounted?.checkVisibility()).toBe(false);
  // Nothing of a call is asked for, sent or switched on before somebody answers.
  expect(line.sent(restoreCall)).toEqual([]);

  isAnswered = true;
  line.say("call_accepted", { callId: rings.id, userId: rings.userId });
  await expect.poll(screen.path).toBe(`/llamada-visitante/${rings.id}/true`);
  await expect.element(page.getByRole("button", { name: /^Terminar/ })).toBeVisible();
  await expect.poll(() => line.sent(webrtcOffer)).not.toEqual([]);
  expect(video.query()).toBe(mounted);
  expect(mounted?.checkVisibility()).toBe(true);
  expect(await violations()).toEqual([]);
});

test("a home sees in its history who stood at the entrance, unless the visitor has a picture of their own", async () => {
  const at = new Date(Date.now() - 60_000).toISOString();
  const atEntrance = await drawnPicture();
  const unknown: PastCall = {
    ...missedCall(at),
    id: idOf(0xcc1),
    caller: { id: idOf(0x14), name: "Visitante" },
    isFromLobby: false,
    isUnverified: true,
    isBySign: true,
    atEntrance,
  };
  const known = {
    ...unknown,
    id: idOf(0xcc2),
    caller: { id: idOf(0x15), name: "Marta" },
    atEntrance: null,
    image: `${atEntrance}#marta`,
  };
  const bare = { ...unknown, id: idOf(0xcc3), caller: { id: idOf(0x16), name: "Nadie" }, atEntrance: null };
  const replies = atHome()
    .on(callHistory, { calls: [unknown, known, bare], totalPages: 1 })
    .on(listBlockedCallers, { blockedCallers: [] })
    .on(readSignOfHome, { rings: true, hasSign: false });
  await renderScreen("/building/dashboard/llamadas", {
    as: somebody("RESIDENTE_LIDER", "Rosa Líder", home),
    size: "phone",
    replies,
  });
  const entrance = page.getByRole("button", { name: /^Quién estaba en la entrada: Visitante, / });
  await expect.element(entrance).toBeVisible();
  // A camera's picture has corners; a face has none.
  const cornerOf = (element: Element) => getComputedStyle(element).borderRadius;
  expect(cornerOf(entrance.element())).not.toBe("50%");
  expect(page.getByRole("button", { name: /^Quién estaba en la entrada/ }).elements()).toHaveLength(1);
  const face = page.getByRole("img", { name: "Foto de quien llamó" });
  await expect.element(face).toHaveAttribute("src", known.image);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);

  await entrance.click();
  const large = page.getByRole("dialog", { name: "Quién estaba en la entrada" });
  await expect
    .element(large.getByRole("img", { name: "Quién estaba en la entrada" }))
    .toHaveAttribute("src", atEntrance);
  await expect.element(large.getByText("Perdida: nadie contestó")).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(large).not.toBeInTheDocument();
});

test("who may not see the cameras is offered no entrance", async () => {
  const as = somebody("SERVICIOS", "Sara Servicios", home);
  const call = runningCall(as.user, idOf(0xcb3));
  const line = new ServerLine().on(restoreCall, { call, otherPresent: false });
  const replies = new Replies().on(listDoors, { doors: [] }).on(readCall, { call });
  await renderScreen(`/llamada-visitante/${call.id}/true`, { as, size: "phone", replies, line });
  await expect.element(page.getByRole("button", { name: /^Terminar/ })).toBeVisible();
  expect(page.getByRole("button", { name: "Ver la entrada" }).elements()).toEqual([]);
});

test("a home reads its calls day by day, and calls the lobby back from there", async () => {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const past = missedCall(at(0));
  const visitor = { ...past, id: idOf(0xca3), isFromLobby: false, caller: { id: idOf(0x13), name: "Marta" } };
  const rosa = { id: idOf(0x11), name: "Rosa Líder", by: "app" } as const;
  const calls: PastCall[] = [
    { ...past, id: idOf(0xca0), status: "CONTESTADA", answered: rosa, answeredAt: at(0), endedAt: null },
    past,
    { ...visitor, createdAt: at(1), isUnverified: true, isByPass: true },
    { ...past, id: idOf(0xca4), createdAt: "2026-01-05T20:05:00.000Z" },
  ];
  const replies = atHome()
    .on(callHistory, { calls, totalPages: 1 })
    .on(listBlockedCallers, { blockedCallers: [] })
    .on(readSignOfHome, { rings: true, hasSign: true })
    .on(changeSignOfHome, { rings: false })
    .on(lobbyUser, failing(refused("NOT_FOUND")));
  await renderScreen("/building/dashboard/llamadas", {
    as: somebody("RESIDENTE_LIDER", "Rosa Líder", home),
    size: "phone",
    colorScheme: "dark",
    replies,
  });
  const day = (title: string) => page.getByRole("list", { name: title });
  await expect.element(page.getByRole("heading", { name: "Hoy", level: 2 })).toBeVisible();
  expect(day("Hoy").getByRole("listitem").elements()).toHaveLength(2);
  expect(day("Ayer").getByRole("listitem").elements()).toHaveLength(1);
  await expect.element(day("Ayer").getByText("Visita con invitación")).toBeVisible();
  expect(page.getByText("Visitante sin verificar").elements()).toEqual([]);
  await expect.element(day("5 ene 2026").getByText("3:05 PM")).toBeVisible();
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);

  const sign = page.getByRole("checkbox", { name: "Quien escanea el letrero puede timbrar en mi hogar" });
  await expect.element(sign).toBeChecked();
  replies.on(readSignOfHome, { rings: false, hasSign: true });
  await sign.click();
  await expect.poll(() => replies.asked(changeSignOfHome)).toMatchObject([{ body: { rings: false } }]);
  await expect.element(sign).not.toBeChecked();

  // Of the one that goes on nobody has to be called back, and a visitor cannot be.
  const back = page.getByRole("button", { name: "Devolver llamada a portería" });
  expect(back.elements()).toHaveLength(2);
  await day("Hoy").getByRole("button", { name: "Devolver llamada a portería" }).click();
  await expect.element(page.getByText("Este edificio no tiene a nadie en portería.")).toBeVisible();
  expect(replies.asked(lobbyUser)).toMatchObject([{ params: { id: mirador.id } }]);
});
