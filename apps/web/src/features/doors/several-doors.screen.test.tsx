import {
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import { exportDoors, readDoors } from "@umbral/contract/doors/administering-doors.contract";
import { setDoorMode } from "@umbral/contract/doors/door-modes.contract";
import { type Door, listDoors } from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mainDoor, mainDoorSettings } from "../../../testing/screens/doors.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const AT = `/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`;
const as = somebody("ADMINISTRADOR", "Ana Administradora");
const asAlways = { lockedUntil: null, freeUntil: null };
const evening = "2040-01-01T23:00:00.000Z";

const door = (n: number, name: string, more: Partial<Door> = {}): Door => ({
  ...mainDoor,
  id: idOf(0xd10 + n),
  name,
  may: { operate: true, setMode: "lock-or-free" },
  ...more,
});
const hall = door(1, "Puerta principal");
const garage = door(2, "Garaje");
const roof = door(3, "Terraza");

/** Three doors. The garage was locked until the evening; the roof has a relay by now that only pulses. */
function threeDoors(doors: readonly Door[] = [hall, garage, roof]) {
  return placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readTowers, { towers: [] })
    .on(readCameras, { cameras: [] })
    .on(readDoors, { doors: doors.map(({ id, name }) => ({ ...mainDoorSettings, id, name })) })
    .on(listDoors, { doors: [...doors] })
    .on(exportDoors, "Puerta\r\n")
    .on(setDoorMode, ({ params, body }) => {
      if (params.id === roof.id) {
        throw refused("DOOR_ONLY_PULSES");
      }
      const before = params.id === garage.id ? { ...asAlways, lockedUntil: evening } : asAlways;
      return { door: { id: params.id, ...body }, before };
    });
}

const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
const choose = (name: string) => page.getByRole("checkbox", { name: `Elegir ${name}` }).click();
const goOn = () => page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();

for (const look of everyLook) {
  test(`several doors get one mode, who is refused is named, and it can be taken back (${look.size}, ${look.colorScheme})`, async () => {
    const replies = threeDoors();
    await renderScreen(AT, { as, replies, ...look });
    await choose("Puerta principal");
    await choose("Garaje");
    await choose("Terraza");
    await expect.element(bar).toHaveTextContent("3 elegidos");
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await bar.getByRole("button", { name: "Cambiar modo" }).click();
    const form = page.getByRole("dialog", { name: "Modo de 3 puertas" });
    await form.getByLabelText("Modo", { exact: true }).selectOptions("Libre hasta…");
    await form.getByLabelText("Hasta", { exact: true }).fill("2040-01-01T18:00");
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await form.getByRole("button", { name: "Dejar libre" }).click();
    await expect.element(page.getByRole("alertdialog", { name: "¿Dejar libres 3 puertas?" })).toBeVisible();
    expect(replies.asked(setDoorMode)).toEqual([]);
    await goOn();
    const failed = page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" });
    await expect.element(failed).toHaveTextContent("Terraza: El relé de esta puerta solo da pulsos");
    await expect.element(failed).not.toHaveTextContent("Garaje");
    await expect
      .element(page.getByText("Listo: 2 puertas. El controlador lo sabrá enseguida."))
      .toBeVisible();
    expect(replies.asked(setDoorMode).map(({ params, body }) => ({ ...params, ...body }))).toEqual(
      [hall, garage, roof].map(({ id }) => ({ id, lockedUntil: null, freeUntil: evening })),
    );
    await page.getByRole("button", { name: "Deshacer" }).click();
    await expect.element(page.getByText("2 puertas: como antes.")).toBeVisible();
    expect(
      replies
        .asked(setDoorMode)
        .slice(3)
        .map(({ params, body }) => ({ ...params, ...body })),
    ).toEqual([
      // Nobody else's change is undone.
      { id: hall.id, ...asAlways, ifStill: { lockedUntil: null, freeUntil: evening } },
      {
        id: garage.id,
        ...asAlways,
        lockedUntil: evening,
        ifStill: { lockedUntil: null, freeUntil: evening },
      },
    ]);
    await failed.getByRole("button", { name: "Entendido" }).click();
    // What was refused can be done with something else: they stay chosen.
    await expect.element(bar).toHaveTextContent("3 elegidos");
  });
}

test("a lock of several ends with one press, once that is meant, and nothing is chosen any more", async () => {
  const locked = { mode: "locked", until: evening, origin: null, isConfirmed: true } as const;
  const replies = threeDoors([hall, { ...garage, mode: locked }]);
  await renderScreen(AT, { as, replies });
  await page.getByRole("checkbox", { name: "Elegir todo" }).click();
  await bar.getByRole("button", { name: "Cambiar modo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Como siempre" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancelar" }).click();
  expect(replies.asked(setDoorMode)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Como siempre" }).click();
  await expect
    .element(page.getByRole("alertdialog", { name: "¿Dejar 2 puertas como siempre?" }))
    .toBeVisible();
  await goOn();
  await expect.element(bar).not.toBeInTheDocument();
  expect(replies.asked(setDoorMode).map(({ body }) => body)).toEqual([asAlways, asAlways]);
});

test("where one only pulses they can be locked alone, and it is named", async () => {
  const replies = threeDoors([hall, { ...garage, may: { operate: true, setMode: "lock" } }]);
  await renderScreen(AT, { as, replies });
  await page.getByRole("checkbox", { name: "Elegir todo" }).click();
  await bar.getByRole("button", { name: "Cambiar modo" }).click();
  const form = page.getByRole("dialog", { name: "Modo de 2 puertas" });
  await expect.element(form.getByText("no se puede quedar libre: Garaje.", { exact: false })).toBeVisible();
  await form.getByRole("button", { name: "Bloquear" }).click();
  await expect.element(page.getByRole("alertdialog", { name: "¿Bloquear 2 puertas?" })).toBeVisible();
  await goOn();
  await expect
    .poll(() => replies.asked(setDoorMode).map(({ body }) => body))
    .toMatchObject([{ freeUntil: null }, { freeUntil: null }]);
});

test("where all of them only pulse nobody is told that others could be left free", async () => {
  const pulsing = { may: { operate: true, setMode: "lock" } } as const;
  await renderScreen(AT, {
    as,
    replies: threeDoors([
      { ...hall, ...pulsing },
      { ...garage, ...pulsing },
    ]),
  });
  await page.getByRole("checkbox", { name: "Elegir todo" }).click();
  await bar.getByRole("button", { name: "Cambiar modo" }).click();
  const form = page.getByRole("dialog", { name: "Modo de 2 puertas" });
  await expect
    .element(form.getByText("Los relés de estas puertas solo dan pulsos", { exact: false }))
    .toBeVisible();
});

test("more than are kept as a file at once are not offered as one, and get a mode all the same", async () => {
  const many = Array.from({ length: 101 }, (_, n) => door(n, `Puerta ${n}`));
  await renderScreen(AT, { as, replies: threeDoors(many) });
  await page.getByRole("checkbox", { name: "Elegir todo" }).click();
  await expect.element(bar).toHaveTextContent("101 elegidos");
  await expect.element(bar.getByText("Para descargar, elige 100 o menos.")).toBeVisible();
  expect(bar.getByRole("button", { name: "Descargar lo elegido" }).elements()).toEqual([]);
  await expect.element(bar.getByRole("button", { name: "Cambiar modo" })).toBeEnabled();
  expect(await violations()).toEqual([]);
  await page.getByRole("checkbox", { name: "Elegir Puerta 7", exact: true }).click();
  await expect.element(bar.getByRole("button", { name: "Descargar lo elegido" })).toBeVisible();
});

test("who may set no mode keeps doors as a file, those that were chosen alone", async () => {
  const replies = threeDoors([{ ...hall, may: { operate: true } }, garage]);
  await renderScreen(AT, { as, replies });
  await choose("Puerta principal");
  await expect.element(bar.getByRole("button", { name: "Cambiar modo" })).toBeDisabled();
  await bar.getByRole("button", { name: "Descargar lo elegido" }).click();
  await expect
    .poll(() => replies.asked(exportDoors).map(({ params, query }) => ({ ...params, ...query })))
    .toEqual([{ id: mirador.id, ids: [hall.id] }]);
});

test("an answer that comes after its dialog was closed closes no other", async () => {
  const late = held({ door: { id: hall.id, lockedUntil: null, freeUntil: evening }, before: asAlways });
  await renderScreen(AT, { as, replies: threeDoors([hall, garage]).on(setDoorMode, late.answer) });
  await page.getByRole("button", { name: "Modo de la puerta: Puerta principal" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Dejar libre" }).click();
  await late.isAsked;
  await page.getByRole("dialog").getByRole("button", { name: "Cerrar" }).click();
  await page.getByRole("button", { name: "Modo de la puerta: Garaje" }).click();
  const other = page.getByRole("dialog", { name: "Modo de la puerta: Garaje" });
  await other.getByLabelText("Hasta", { exact: true }).fill("2040-01-01T18:00");
  late.letGo();
  await expect.element(page.getByText("Listo. El controlador lo sabrá enseguida.")).toBeVisible();
  await expect.element(other.getByLabelText("Hasta", { exact: true })).toHaveValue("2040-01-01T18:00");
});

test("nor does one of several doors at once", async () => {
  const late = held({ door: { id: hall.id, lockedUntil: null, freeUntil: evening }, before: asAlways });
  await renderScreen(AT, { as, replies: threeDoors([hall, garage]).on(setDoorMode, late.answer) });
  await choose("Puerta principal");
  await choose("Garaje");
  const open = () => bar.getByRole("button", { name: "Cambiar modo" }).click();
  await open();
  await page.getByRole("dialog").getByRole("button", { name: "Dejar libre" }).click();
  await goOn();
  await late.isAsked;
  await page.getByRole("dialog").getByRole("button", { name: "Cerrar" }).click();
  await open();
  const until = page.getByRole("dialog").getByLabelText("Hasta", { exact: true });
  await until.fill("2040-01-01T18:00");
  late.letGo();
  await expect.element(page.getByText(/^Listo: 2 puertas\./)).toBeVisible();
  await expect.element(until).toHaveValue("2040-01-01T18:00");
});
