import { init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import {
  type BlockedCaller,
  listBlockedCallers,
  unblockCaller,
} from "@umbral/contract/calls/blocked-callers.contract";
import { callHistory } from "@umbral/contract/calls/call-history.contract";
import { iceServers } from "@umbral/contract/calls/calls.contract";
import { readSignOfHome } from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { calmDesk } from "../../../testing/screens/desk.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

/* What of calls is seldom on a screen, and still has to be read by everybody. */

for (const look of everyLook) {
  test(`a home calls the lobby, over its desk, ${look.size} and ${look.colorScheme}`, async () => {
    const replies = calmDesk().on(apartmentDirectory, { apartments: [] }).on(iceServers, { iceServers: [] });
    const as = somebody("PORTERIA", "Pedro Portero");
    const { line } = await renderScreen("/acceso-visitante", { as, replies, ...look });
    await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    // The page remembers which calls were decided: each is one of its own.
    const callId = crypto.randomUUID();
    line.say("request", {
      callId,
      from: { id: idOf(0x11), name: "Rosa Líder", photo: null },
      apartment: { id: home.id, name: home.name },
      building: mirador,
      isFromLobby: false,
      isToLobby: true,
      isUnverified: false,
      expiresAt: new Date(Date.now() + 30_000).toISOString(),
    });
    const ringing = page.getByRole("alertdialog", { name: /Rosa Líder/ });
    await expect.element(ringing.getByRole("button", { name: "Contestar" })).toBeVisible();
    await expect.element(ringing.getByRole("button", { name: "Te llamo en un momento" })).toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    line.say("end", { callId, status: "PERDIDA" });
    await expect.element(ringing).not.toBeInTheDocument();
  });

  test(`whom a home does not hear is said, and heard again by a press, ${look.size} and ${look.colorScheme}`, async () => {
    const blocked: BlockedCaller[] = [
      { id: idOf(0xb11), name: "Víctor Visitante", at: "2026-11-20T15:42:00.000Z", by: null },
      {
        id: idOf(0xb12),
        name: "Diana Desconocida",
        at: "2026-11-19T15:42:00.000Z",
        by: { id: idOf(0x11), name: "Rosa Líder" },
      },
    ];
    const replies = new Replies()
      .on(callHistory, { calls: [], totalPages: 1 })
      .on(readSignOfHome, { rings: true, hasSign: false })
      .on(listBlockedCallers, () => ({ blockedCallers: blocked }))
      .on(unblockCaller, () => {
        blocked.shift();
        return { blockedCallers: blocked };
      });
    const as = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
    await renderScreen("/building/dashboard/llamadas", { as, replies, ...look });
    const list = page.getByRole("region", { name: "Personas bloqueadas" });
    await expect.element(list.getByText("La bloqueó Rosa Líder · 19 nov 2026 10:42 AM")).toBeVisible();
    await expect.element(list.getByText("Bloqueada · 20 nov 2026 10:42 AM")).toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);
    await list.getByRole("button", { name: "Desbloquear a Víctor Visitante" }).click();
    await expect.element(list.getByText("Víctor Visitante")).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });

  test(`a browser without the parts of a call says so, ${look.size} and ${look.colorScheme}`, async () => {
    vi.stubGlobal("RTCPeerConnection", undefined);
    const as = somebody("RESIDENTE", "Andrés Residente", home);
    await renderScreen(`/llamada-visitante/${idOf(0xcb7)}/true`, { as, ...look });
    await expect
      .element(page.getByRole("heading", { name: "Tu navegador no permite videollamadas" }))
      .toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}
