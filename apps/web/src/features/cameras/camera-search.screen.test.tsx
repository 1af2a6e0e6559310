import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import {
  type CameraSettings,
  readCameraStreams,
  readCameras,
  searchCameras,
  testCamera,
} from "@umbral/contract/cameras/administering-cameras.contract";
import { type ControllerState, readControllers } from "@umbral/contract/controllers/registering.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { drawnPicture } from "../../../testing/screens/pictures.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { failing, held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const controller = (id: number, name: string): ControllerState => ({
  id: idOf(id),
  name,
  state: "connected",
  doors: [],
  cameras: [],
  hasSiren: false,
  isMain: id === 0xc0,
  version: "0.1.0",
  lastSeenAt: "2026-11-20T12:00:00.000Z",
  pairingExpiresAt: null,
  secondSignIn: null,
  access: null,
  configuration: null,
  status: null,
});
const portal: CameraSettings = {
  id: idOf(0xca0),
  name: "Portal",
  source: { kind: "rtsp", address: "rtsp://root:***@10.0.0.21:554/live" },
  framesPerSecond: 10,
  width: 1280,
  motion: null,
  doors: [],
  controllerId: idOf(0xc0),
};
const found = [
  { address: "http://10.0.0.20/onvif/device_service", name: "Entrada sur", model: "IPC-2" },
  { address: "http://10.0.0.21:8080/onvif/device_service", name: null, model: null },
];
const stream = { codec: "H264", width: 1920, height: 1080, isMoved: false };
const streams = [
  { ...stream, name: "Principal", address: "rtsp://10.0.0.20:554/main" },
  { ...stream, name: "Liviano", width: 640, height: 360, isMoved: true, address: "rtsp://10.0.0.20:554/sub" },
];
const WRONG = "La cámara rechazó el usuario o la contraseña.";
/** The table behind has its headers hidden on a phone. */
const beyond = () => beyondTheEdge().filter((what) => !what.startsWith("th:"));

const replies = (cameras: CameraSettings[] = [portal]) =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readCameras, { cameras: cameras.map((camera) => ({ ...camera, video: null })) })
    .on(readControllers, { controllers: [controller(0xc0, "Portería")] });

const open = async (given: ReturnType<typeof replies>, look: Parameters<typeof renderScreen>[1]) => {
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=camaras`, {
    as: platformAdministrator(),
    replies: given,
    ...look,
  });
  await page.getByRole("button", { name: "Buscar cámaras" }).click();
  return page.getByRole("dialog");
};

for (const [size, colorScheme] of [
  ["phone", "light"],
  ["phone", "dark"],
  ["desktop", "light"],
  ["desktop", "dark"],
] as const) {
  test(`a camera is found, asked with its password, and fills the form (${size}, ${colorScheme})`, async () => {
    const searching = held({ cameras: found, reason: null });
    const asked: object[] = [];
    const tried: object[] = [];
    const dialog = await open(
      replies()
        .on(searchCameras, searching.answer)
        .on(readCameraStreams, ({ body }) => {
          asked.push(body);
          return body.password === "p@ss"
            ? {
                found: { maker: "Acme", model: "IPC-2", streams, snapshot: null },
                reason: null,
                isPassword: false,
              }
            : { found: null, reason: WRONG, isPassword: true };
        })
        .on(testCamera, ({ body }) => {
          tried.push(body.source);
          return { picture: null, reason: "La cámara no envió ninguna imagen.", milliseconds: 1 };
        }),
      { size, colorScheme },
    );
    await searching.isAsked;
    await expect.element(dialog.getByText(/^Buscando cámaras en la red/)).toBeVisible();
    searching.letGo();
    const list = dialog.getByRole("list", { name: "Cámaras encontradas" });
    await expect.element(list.getByText("IPC-2 · 10.0.0.20")).toBeVisible();
    await expect.element(list.getByText("10.0.0.21 · Ya está en Umbral")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyond()).toEqual([]);

    await list.getByRole("button", { name: /Entrada sur/ }).click();
    await expect.element(dialog.getByLabelText("Usuario de la cámara")).toHaveFocus();
    await dialog.getByLabelText("Usuario de la cámara").fill("admin");
    await dialog.getByLabelText("Contraseña de la cámara").fill("no");
    await dialog.getByRole("button", { name: "Ver sus videos" }).click();
    await expect
      .element(dialog.getByLabelText("Contraseña de la cámara"))
      .toHaveAccessibleDescription(`* ${WRONG}`);
    await expect.element(dialog.getByLabelText("Contraseña de la cámara")).toHaveFocus();
    expect(await violations()).toEqual([]);
    await dialog.getByLabelText("Contraseña de la cámara").fill("p@ss");
    await dialog.getByRole("button", { name: "Ver sus videos" }).click();
    await expect.element(dialog.getByText(/La cámara respondió: Acme IPC-2/)).toBeVisible();
    await expect.element(dialog.getByText("La cámara nombró otra máquina; se usa la suya.")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyond()).toEqual([]);

    await dialog.getByRole("button", { name: "Principal · 1920 × 1080 · H264" }).click();
    const form = page.getByRole("dialog", { name: "Crear cámara" });
    await expect.element(form.getByLabelText("Nombre de la cámara")).toHaveValue("Entrada sur");
    await expect
      .element(form.getByLabelText("Dirección", { exact: true }))
      .toHaveValue("rtsp://admin:p%40ss@10.0.0.20:554/main");
    await expect.element(form.getByText("La cámara no envió ninguna imagen.").first()).toBeVisible();
    await expect.poll(() => form.element().contains(document.activeElement)).toBe(true);
    expect(tried.at(-1)).toEqual({ kind: "rtsp", address: "rtsp://admin:p%40ss@10.0.0.20:554/main" });
    expect(asked.at(-1)).toEqual({ address: found[0]?.address, username: "admin", password: "p@ss" });
  });
}

test("nobody answers: what to do next is said, and one is looked for by its address", async () => {
  const places: (string | undefined)[] = [];
  const dialog = await open(
    replies([]).on(searchCameras, ({ body }) => {
      places.push(body.host);
      return body.host === undefined
        ? { cameras: [], reason: null }
        : { cameras: [], reason: "El controlador no encuentra nada en esa dirección." };
    }),
    { size: "phone" },
  );
  await expect.element(dialog.getByText("No respondió ninguna cámara.")).toBeVisible();
  await expect.element(dialog.getByText(/con ONVIF activado/)).toBeVisible();
  expect(await violations()).toEqual([]);
  const address = dialog.getByLabelText("¿No aparece? Búscala por su dirección IP");
  await address.fill("camara.example");
  await dialog.getByRole("button", { name: "Buscar esa dirección" }).click();
  await expect.element(dialog.getByText(/Escribe una dirección IP/)).toBeVisible();
  await address.fill("10.0.0.20:8080");
  await dialog.getByRole("button", { name: "Buscar esa dirección" }).click();
  await expect.element(dialog.getByText("El controlador no encuentra nada en esa dirección.")).toBeVisible();
  expect(places).toEqual([undefined, "10.0.0.20:8080"]);
});

test("a controller that is away is said, with the way to try again; one of several is chosen first", async () => {
  const asked: (string | undefined)[] = [];
  const dialog = await open(
    replies()
      .on(readControllers, { controllers: [controller(0xc0, "Portería"), controller(0xc1, "Torre B")] })
      .on(searchCameras, ({ body }) => {
        asked.push(body.controllerId);
        return failing(refused("CONTROLLER_AWAY"))();
      }),
    { size: "phone", colorScheme: "dark" },
  );
  await dialog.getByLabelText("Controlador").selectOptions("Torre B");
  await expect.element(dialog.getByText("No pudimos cargar esta información.")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(asked).toEqual([idOf(0xc1)]);
});

test("a camera's form has the button that saves it in sight, however long it is", async () => {
  const picture = await drawnPicture();
  const given = replies().on(testCamera, { picture, reason: null, milliseconds: 40 });
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=camaras`, {
    as: platformAdministrator(),
    replies: given,
  });
  await page
    .getByRole("button", { name: /Portal/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("img")).toBeVisible();
  const save = dialog.getByRole("button", { name: "Guardar cambios" }).element();
  await expect.poll(() => save.getBoundingClientRect().bottom).toBeLessThan(900 - 16);
  const { left, right, top, bottom } = save.getBoundingClientRect();
  for (const y of [top + 2, bottom - 2]) {
    expect(document.elementFromPoint((left + right) / 2, y)?.closest("button")).toBe(save);
  }
  expect(await violations()).toEqual([]);
});
