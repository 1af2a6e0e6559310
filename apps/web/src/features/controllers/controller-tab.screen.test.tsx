import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import {
  type ControllerState,
  deleteController,
  readControllers,
  registerController,
  renameController,
} from "@umbral/contract/controllers/registering.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const controller: ControllerState & { status: object } = {
  id: idOf(0xc0),
  name: "Portería",
  state: "connected",
  doors: [{ id: idOf(0xd0), name: "Puerta principal" }],
  cameras: [],
  hasSiren: true,
  isMain: true,
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
  configuration: {
    state: "other",
    kept: "c".repeat(43),
    keptAt: "2026-11-20T11:00:00.000Z",
    wanted: "d".repeat(43),
  },
  status: {
    uptimeMs: 60_000,
    queue: 2,
    clockErrorMs: 0,
    diskFailingSince: null,
    at: "2026-11-20T12:00:00.000Z",
  },
};

const other: ControllerState = {
  ...controller,
  id: idOf(0xc1),
  name: "Torre B",
  state: "away",
  doors: [],
  hasSiren: false,
  isMain: false,
  access: null,
  configuration: null,
  status: null,
};

const names: string[] = [];
const replies = (diskFailingSince: string | null) =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readControllers, {
      controllers: [{ ...controller, status: { ...controller.status, diskFailingSince } }, other],
    })
    .on(renameController, ({ body: { name } }) => {
      names.push(name);
      return { controller: { ...other, name } };
    });

const open = (since: string | null, as = platformAdministrator()) =>
  renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=controlador`, {
    as,
    replies: replies(since),
  });

test("a siren is tried by the platform alone: who administers the building is not offered what would be refused", async () => {
  await open(null);
  await expect.element(page.getByRole("button", { name: "Probar sirena" })).toBeVisible();
  await open(null, somebody("ADMINISTRADOR", "Alberto Administrador"));
  await expect.element(page.getByRole("article", { name: "Portería" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Probar sirena" })).not.toBeInTheDocument();
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
  const porteria = page.getByRole("article", { name: "Portería" });
  await expect.element(porteria.getByText("Bien", { exact: true })).toBeVisible();
  await expect
    .element(porteria.getByText(/^Le faltan 2 cambios\. Tiene 38 \(\w{8}\), debe tener 40 \(\w{8}\)$/))
    .toBeVisible();
  await expect.element(porteria.getByText("Tiene cccccccc y debe tener dddddddd")).toBeVisible();
  await expect.element(page.getByText(/lleno o falla/)).not.toBeInTheDocument();
});

test("a controller that is deleted before it was paired takes the code along that was shown", async () => {
  const fresh: ControllerState = { ...other, name: "Sótano", state: "waiting" };
  const given = placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readControllers, { controllers: [] })
    .on(registerController, () => {
      given.on(readControllers, { controllers: [fresh] });
      return { controller: fresh, pairing: { code: "K7M2-X9QP", expiresAt: "2026-11-20T12:30:00.000Z" } };
    })
    .on(deleteController, () => {
      given.on(readControllers, { controllers: [] });
      return { ok: true as const };
    });
  const as = platformAdministrator();
  const way = `/admin-dashboard/buildings/${mirador.id}/settings?ver=controlador`;
  await renderScreen(way, { as, replies: given });
  await page.getByRole("button", { name: "Registrar controlador" }).click();
  const code = page.getByRole("region", { name: "Código de emparejamiento" });
  await expect.element(code).toBeVisible();
  await page.getByRole("button", { name: "Eliminar controlador" }).click();
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("Este edificio todavía no tiene controlador.")).toBeVisible();
  expect(code.elements()).toEqual([]);
});

test("each computer of a building stands by its name, with what is its own", async () => {
  await open(null);
  await expect
    .element(page.getByRole("article", { name: "Portería" }).getByText("Puerta principal"))
    .toBeVisible();
  const second = page.getByRole("article", { name: "Torre B" });
  await expect.element(second.getByText("Sin conexión")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Agregar otro controlador" })).toBeVisible();
  await second.getByRole("button", { name: "Cambiar nombre" }).click();
  await page.getByRole("textbox", { name: "Nombre" }).fill("Sótano");
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect.poll(() => names).toEqual(["Sótano"]);
  expect(await violations()).toEqual([]);
});
