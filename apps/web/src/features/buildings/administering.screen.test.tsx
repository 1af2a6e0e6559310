import {
  type ApartmentSettings,
  changeApartment,
  createApartments,
  exportApartments,
  readApartments,
  replaceApartment,
} from "@umbral/contract/buildings/administering-apartments.contract";
import {
  changeFloor,
  createBuilding,
  createFloor,
  createTower,
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { type AdminBuilding, administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { importPeople } from "@umbral/contract/buildings/import.contract";
import { readHomeLeaving } from "@umbral/contract/users/moving-out.contract";
import { listApartmentUserDetails } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, choose, says, violations, wholePage } from "../../../testing/screens/look.ts";
import { almendros, idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { selfie } from "../../../testing/screens/pictures.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { failing, held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const as = platformAdministrator();
/** Where rows are cards, the headers of their table stand where nobody sees them. */
const isSeen = (part: string) => !part.startsWith("th: ");

const building: AdminBuilding = {
  ...almendros,
  address1: "Calle 100 # 10-20",
  city: "Chía",
  state: "Cundinamarca",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  apartments: 8,
  doors: 1,
  controller: "online",
  lastSeenAt: null,
};
const empty: ApartmentSettings = {
  id: idOf(0xae1),
  name: "2-201",
  active: false,
  apartmentType: "APARTMENT",
  address: "",
  tower: { id: idOf(0x70a), name: "2" },
  floor: { id: idOf(0xf00), name: "2" },
  people: 0,
};

test("apartments are found and deleted on a phone, in the specification's words", async () => {
  let apartments = [{ ...empty, id: idOf(0xae2), name: "1-101", active: true, people: 3 }, empty];
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [building, { ...building, ...mirador }] })
    .on(readApartments, ({ query: { search = "" } }) => ({
      building: almendros,
      apartments: apartments.filter(({ name }) => name.includes(search)),
      totalPages: 1,
    }))
    .on(exportApartments, "Torre;Piso\r\n")
    .on(replaceApartment, () => {
      const apartment = { ...empty, id: idOf(0xae3) };
      apartments = [apartment];
      return { apartment };
    })
    .on(listApartmentUserDetails, ({ params }) => ({
      apartment: {
        id: params.apartmentId,
        name: empty.name,
        buildingName: almendros.name,
        timeZone: "America/Bogota",
      },
      users: [],
    }))
    .on(readHomeLeaving, {
      leaving: { people: [], cardHolders: [{ id: idOf(0xc4d), name: "Martina Niña", cards: 1 }] },
    });
  const way = "/admin-dashboard/admin-building-apartment";
  const screen = await renderScreen(way, { as, size: "phone", replies });
  await page.getByLabelText("Buscar edificio").fill("almendros");
  await expect.element(page.getByRole("link", { name: mirador.name })).not.toBeInTheDocument();
  await wholePage();
  expect(await violations()).toEqual([]);
  await page.getByRole("link", { name: /Conjunto Los Almendros/ }).click();
  const title = page.getByRole("heading", { name: "Apartamentos de Conjunto Los Almendros" });
  await expect.element(title).toBeVisible();
  const search = page.getByLabelText("Buscar por nombre");
  await search.fill("no hay tal");
  await expect.element(page.getByText("Ningún apartamento coincide con tu búsqueda.")).toBeVisible();
  await search.fill(empty.name);
  const row = page.getByRole("row").filter({ hasText: empty.name });
  await expect.element(row).toBeVisible();
  expect(page.getByRole("row").filter({ hasText: "1-101" }).elements()).toEqual([]);
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge().filter(isSeen)).toEqual([]);
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  await expect
    .poll(() => replies.asked(exportApartments).map(({ params, query }) => ({ ...params, ...query })))
    .toMatchObject([{ buildingId: almendros.id, search: empty.name }]);

  // What a phone leaves out of a row is beside it.
  await page.getByRole("button", { name: /^Ver detalles de 2-201/ }).click();
  const remove = page.getByRole("button", { name: `Eliminar: ${empty.name}` });
  await remove.click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent("se borrará el apartamento y se creará uno nuevo");
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(replies.asked(replaceApartment)).toEqual([]);
  await remove.click();
  await question.getByRole("button", { name: "Continuar" }).click();
  await says("Borrado Exitoso", "Apartamento borrado con éxito");
  await question.getByRole("button", { name: "Entendido" }).click();
  expect(replies.asked(replaceApartment)).toMatchObject([
    { params: { buildingId: almendros.id, apartmentId: empty.id } },
  ]);
  // The fresh one stands in its place.
  await page.getByRole("button", { name: /^Ver detalles de 2-201/ }).click();
  await page.getByRole("link", { name: `Ver usuarios: ${empty.name}` }).click();
  await expect.element(page.getByText("No hemos encontrado usuarios registrados.")).toBeVisible();
  expect(screen.path()).toBe(`/admin-dashboard/apartments/${idOf(0xae3)}/users`);
  // Who has no account is in no row, and moves out all the same.
  await page.getByRole("button", { name: `Mudanza del apartamento ${empty.name}` }).click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent("Martina Niña");
});

test("a new building asks of its guests what one asks that nobody chose anything for", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [building] })
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readTowers, { towers: [] })
    .on(createBuilding, { building: miradorSettings });
  await renderScreen("/admin-dashboard/buildings", { as, replies });
  await page.getByRole("button", { name: "Crear edificio" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("Nombre del edificio").fill("Torre Nueva");
  await form.getByLabelText("Dirección", { exact: true }).fill("Calle 1 # 2-3");
  await form.getByLabelText("Ciudad").fill("Bogotá");
  await form.getByLabelText("Departamento").fill("Cundinamarca");
  // A siren that nobody can silence is said to be one before it is saved.
  await form.getByLabelText("Sirena").selectOptions("Relé de red (HTTP)");
  await expect.element(form.getByText("nadie puede silenciarla", { exact: false })).toBeVisible();
  await form.getByLabelText("Sirena").selectOptions("No tiene");
  await form.getByRole("button", { name: "Crear edificio" }).click();
  await expect
    .poll(() => replies.asked(createBuilding).map(({ body }) => body))
    .toEqual([
      createBuilding.body.parse({
        name: "Torre Nueva",
        address1: "Calle 1 # 2-3",
        city: "Bogotá",
        state: "Cundinamarca",
        type: "RESIDENTIAL",
      }),
    ]);
});

test("a home and a floor are changed in what was changed of them, and where nothing was, nothing is sent", async () => {
  const floor = { id: idOf(0xf00), name: "2", image: null, apartments: 1, doors: 0 };
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [{ ...building, ...mirador }] })
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readApartments, { building: mirador, apartments: [empty], totalPages: 1 })
    .on(changeApartment, { apartment: empty })
    .on(readTowers, { towers: [{ id: idOf(0x70a), name: "2", floors: [floor] }] })
    .on(changeFloor, { floor: { ...floor, name: "3" } });
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/apartments`, { as, replies });
  const open = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const save = () => dialog.getByRole("button", { name: "Guardar cambios" }).click();
  await open(`Cambiar: ${empty.name}`);
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  await open(`Cambiar: ${empty.name}`);
  await open("Eliminar del edificio");
  const question = page.getByRole("alertdialog");
  await expect
    .element(question)
    .toHaveTextContent("Si en él hay personas sin cuenta, se retiran y sus tarjetas quedan libres.");
  await question.getByRole("button", { name: "Cancelar" }).click();
  await dialog.getByLabelText("Nombre", { exact: true }).fill("2-202");
  await save();
  await expect
    .poll(() => replies.asked(changeApartment).map(({ body }) => body))
    .toEqual([{ name: "2-202" }]);

  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=torres`, { as, replies });
  await open("Cambiar piso 2, torre 2");
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  await open("Cambiar piso 2, torre 2");
  const plan = dialog.getByRole("group", { name: "Plano (opcional)" });
  await plan.getByLabelText("Plano (opcional)").upload(await selfie());
  await expect.element(page.getByAltText("Vista previa: Plano (opcional)")).toBeVisible();
  await save();
  await expect.poll(() => replies.asked(changeFloor)).toHaveLength(1);
  expect(Object.keys(replies.asked(changeFloor)[0]?.body ?? {})).toEqual(["plan"]);
});

test("a name that another one has is said at its field, and no dialog stands over it", async () => {
  const taken = failing(refused("NAME_TAKEN", { errors: [{ property: "name", message: "already exists" }] }));
  const floor = { id: idOf(0xf00), name: "2", image: null, apartments: 1, doors: 0 };
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [{ ...building, ...mirador }] })
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readTowers, { towers: [{ id: idOf(0x70a), name: "2", floors: [floor] }] })
    .on(readApartments, { building: mirador, apartments: [empty], totalPages: 1 })
    .on(createTower, taken)
    .on(createFloor, taken)
    .on(changeApartment, taken)
    .on(
      createApartments,
      failing(refused("NAME_TAKEN", { errors: [{ property: "2-201", message: "already exists" }] })),
    );
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const isSaidAt = async (label: string, sentence: string) => {
    const field = dialog.getByLabelText(label, { exact: true });
    await expect.element(dialog.getByText(sentence)).toBeVisible();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
    expect(await violations()).toEqual([]);
    await field.fill("otro");
    await expect.element(dialog.getByText(sentence)).not.toBeInTheDocument();
    await press("Cerrar");
    await press("Continuar");
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=torres`, { as, replies });
  await press("Crear torre");
  await dialog.getByLabelText("Nombre de la torre").fill("2");
  await dialog.getByRole("button", { name: "Crear torre" }).click();
  await isSaidAt("Nombre de la torre", "* Ya existe otro con ese nombre");
  await press("Crear piso en la torre 2");
  await dialog.getByLabelText("Nombre del piso").fill("2");
  await dialog.getByRole("button", { name: "Crear piso" }).click();
  await isSaidAt("Nombre del piso", "* Ya existe otro con ese nombre");
  await press("Crear apartamentos: piso 2, torre 2");
  await dialog.getByLabelText("Nombres").fill("2-201, 2-202");
  await dialog.getByRole("button", { name: "Crear 2 apartamentos" }).click();
  await isSaidAt("Nombres", "* Ya existe: 2-201");

  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/apartments`, { as, replies });
  await press(`Cambiar: ${empty.name}`);
  await dialog.getByLabelText("Nombre", { exact: true }).fill("2-202");
  await dialog.getByRole("button", { name: "Guardar cambios" }).click();
  await isSaidAt("Nombre", "* Ya existe otro con ese nombre");
});

test("a spreadsheet that is on its way stays what it is, and cancelling it is seen at once", async () => {
  const rows = [{ row: 2, outcome: "create" as const, words: ["Crea el apartamento Z-101."] }];
  const trial = held({ isApplied: false, rows });
  const applying = held({ isApplied: true, rows });
  const line = new ServerLine();
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [building, { ...building, ...mirador }] })
    .on(importPeople, ({ body }) => (body.apply === "true" ? applying.answer() : trial.answer()));
  await renderScreen("/admin-dashboard/import", { as, replies, line });
  await choose("Edificio", mirador.name);
  const file = page.getByLabelText("Archivo", { exact: true });
  await file.upload(new File(["Torre;Piso\nZ;1"], "edificio.csv", { type: "text/csv" }));
  await page.getByRole("button", { name: "Revisar el archivo" }).click();
  await trial.isAsked;
  await expect.element(file).toBeDisabled();
  await expect.element(page.getByRole("combobox", { name: "Edificio" })).toBeDisabled();
  trial.letGo();
  await expect.element(page.getByText("Crea el apartamento Z-101.")).toBeVisible();
  await expect.element(file).toBeEnabled();
  await page.getByRole("button", { name: "Importar" }).click();
  await page.getByRole("button", { name: "Continuar" }).click();
  await applying.isAsked;
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Cancelar" }).click();
  await expect.element(page.getByText("Cancelando…")).toBeVisible();
  const { importId = "" } = replies.asked(importPeople).at(-1)?.body ?? {};
  line.say("import:progress", { importId, stage: "dropped", row: 0, rows: 0 });
  await expect.element(page.getByText("Cancelaste. No se guardó nada.")).toBeVisible();
});

test("of an import whose outcome the server does not know nobody is told that it failed, and what is shown is read again", async () => {
  const rows = [{ row: 2, outcome: "create" as const, words: ["Crea el apartamento Z-101."] }];
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [building, { ...building, ...mirador }] })
    .on(importPeople, ({ body }) => {
      if (body.apply === "true") {
        throw refused("UNAVAILABLE");
      }
      return { isApplied: false, rows };
    });
  await renderScreen("/admin-dashboard/import", { as, replies });
  await choose("Edificio", mirador.name);
  const file = new File(["Torre;Piso\nZ;1"], "edificio.csv", { type: "text/csv" });
  await page.getByLabelText("Archivo", { exact: true }).upload(file);
  await page.getByRole("button", { name: "Revisar el archivo" }).click();
  const importing = page.getByRole("button", { name: "Importar" });
  await expect.element(importing).toBeVisible();
  const before = replies.asked(administerBuildings).length;
  await importing.click();
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect
    .element(page.getByText(/^No sabemos si alcanzó a guardarse\. Revisa el archivo/))
    .toBeVisible();
  await expect.poll(() => replies.asked(administerBuildings).length).toBeGreaterThan(before);
  // What would become of it is asked anew before it can be sent again.
  await expect.element(importing).not.toBeInTheDocument();
});

test("what a spreadsheet would do fits a phone in the dark", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [building, { ...building, ...mirador }] })
    .on(importPeople, {
      isApplied: false,
      rows: [{ row: 2, outcome: "create", words: ["Crea el apartamento Z-101."] }],
    });
  await renderScreen("/admin-dashboard/import", { as, size: "phone", colorScheme: "dark", replies });
  await choose("Edificio", mirador.name);
  const file = new File(["Torre;Piso;Apartamento\nZ;1;Z-101"], "edificio.csv", { type: "text/csv" });
  await page.getByLabelText("Archivo", { exact: true }).upload(file);
  await page.getByRole("button", { name: "Revisar el archivo" }).click();
  await expect.element(page.getByText("Crea el apartamento Z-101.")).toBeVisible();
  expect(replies.asked(importPeople)).toMatchObject([
    { params: { id: mirador.id }, body: { apply: "false" } },
  ]);
  const row = page.getByRole("row").filter({ hasText: "Crea el apartamento" });
  expect(row.element().getBoundingClientRect().height).toBeLessThan(80);
  await wholePage();
  expect(document.documentElement.scrollWidth).toBe(360);
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: "Ver detalles de la fila 2" }).click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent("Crea el apartamento Z-101.");
});
