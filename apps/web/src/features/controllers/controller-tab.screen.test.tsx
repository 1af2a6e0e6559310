import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { readController } from "@umbral/contract/controllers/registering.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const replies = (diskFailingSince: string | null) =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readController, {
      controller: {
        id: idOf(0xc0),
        state: "connected",
        version: "0.1.0",
        lastSeenAt: "2026-11-20T12:00:00.000Z",
        pairingExpiresAt: null,
        secondSignIn: null,
        access: {
          state: "behind",
          kept: { epoch: 1, number: 38, digest: "a".repeat(64) },
          keptAt: "2026-11-20T11:00:00.000Z",
          wanted: { epoch: 1, number: 40, digest: "b".repeat(64) },
          wantedSince: "2026-11-20T11:30:00.000Z",
        },
        status: {
          uptimeMs: 60_000,
          queue: 2,
          clockErrorMs: 0,
          diskFailingSince,
          at: "2026-11-20T12:00:00.000Z",
        },
      },
    });

const open = (since: string | null) =>
  renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=controlador`, {
    as: platformAdministrator(),
    replies: replies(since),
  });

test("a controller whose disk is full says so, since when, and what to do", async () => {
  await open("2026-11-20T11:00:00.000Z");
  const notice = page.getByText(/^El disco del controlador está lleno o falla desde el .*2026/);
  await expect.element(notice).toHaveTextContent("Libera espacio o cambia el disco.");
  await expect.element(page.getByText("Lleno o dañado")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("a controller whose disk is well says no more than that", async () => {
  await open(null);
  await expect.element(page.getByText("Bien", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Le faltan 2 cambios de 40")).toBeVisible();
  await expect.element(page.getByText(/lleno o falla/)).not.toBeInTheDocument();
});
