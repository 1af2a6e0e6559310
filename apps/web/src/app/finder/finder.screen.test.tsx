import { type Found, find } from "@umbral/contract/users/finder.contract";
import { readPerson } from "@umbral/contract/users/person.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const rosa = idOf(0x31);
const found: Found = {
  people: [
    {
      id: rosa,
      name: "Rosa Líder",
      cedula: "1000000001",
      isWithoutAccount: false,
      role: "RESIDENTE_LIDER",
      apartmentName: home.name,
      buildingName: mirador.name,
    },
  ],
  homes: [{ id: home.id, name: home.name, tower: { name: "A" }, building: mirador }],
  doors: [{ id: idOf(0xd1), name: "Puerta principal", building: mirador }],
  cards: [{ id: idOf(0xc1), tag: "04A2B1", active: false, holder: { id: rosa, name: "Rosa Líder" } }],
  vehicles: [
    {
      id: idOf(0xe1),
      plate: "ABC123",
      guest: { name: "Carlos Invitado" },
      isInside: true,
      host: { id: rosa, name: "Rosa Líder" },
      apartment: { id: home.id, name: home.name },
      building: mirador,
    },
  ],
};
const nothing: Found = { people: [], homes: [], doors: [], cards: [], vehicles: [] };

const replies = () =>
  new Replies()
    .on(pendingEmail, { pending: null })
    .on(readPerson, failing(refused("USER_NOT_FOUND")))
    .on(find, ({ body }) => ({ found: body.search.startsWith("ro") ? found : nothing }));
const field = () =>
  page.getByRole("combobox", { name: "Buscar personas, apartamentos, puertas, tarjetas o vehículos" });
const as = platformAdministrator();

for (const look of everyLook) {
  test(`what is found stands in groups (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen("/admin-dashboard", { as, replies: replies(), ...look });
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await field().fill("ro");
    for (const words of ["Personas", "Hogares", "Puertas", "Tarjetas", "Vehículos", "5 resultados"]) {
      await expect.element(page.getByRole("dialog").getByText(words, { exact: true })).toBeVisible();
    }
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("Ctrl K opens it, arrows walk, Enter goes there; nothing typed is in the address", async () => {
  const given = replies();
  const open = await renderScreen("/admin-dashboard", { as, replies: given, expectInConsole: ["404"] });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
  await field().fill("rosa");
  const option = (name: RegExp) => page.getByRole("option", { name });
  await expect.element(option(/^Rosa Líder/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(option(/^A-101/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(option(/^ABC123/)).toHaveAttribute("aria-selected", "true");
  await expect.element(option(/^ABC123/)).toHaveTextContent("Carlos Invitado · Adentro · Apartamento A-101");
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(open.path).toBe(`/admin-dashboard/people/${rosa}`);
  await expect.element(field()).not.toBeInTheDocument();
  expect(given.asked(find).map(({ body }) => body.search)).toContain("rosa");
});

test("nothing found, and a search that fails, are said", async () => {
  const given = replies();
  await renderScreen("/admin-dashboard", { as, replies: given, expectInConsole: ["429"] });
  await page.getByRole("button", { name: "Buscar", exact: true }).click();
  await expect.element(page.getByText("Escribe dos letras o números, o más.")).toBeVisible();
  await field().fill("nadie");
  await expect.element(page.getByText("Nada coincide con tu búsqueda.")).toBeVisible();
  expect(await violations()).toEqual([]);
  given.on(find, failing(refused("TOO_OFTEN")));
  await field().fill("otra cosa");
  await expect.element(page.getByRole("status").filter({ hasText: /intent/i })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a vehicle leads to who invited", async () => {
  const [vehicle] = found.vehicles;
  const given = replies();
  const open = await renderScreen("/admin-dashboard", { as, replies: given, expectInConsole: ["404"] });
  if (vehicle === undefined) {
    throw new Error("no vehicle is found");
  }
  given.on(find, { found: { ...nothing, vehicles: [vehicle] } });
  await page.getByRole("button", { name: "Buscar", exact: true }).click();
  await field().fill("abc-1");
  await page.getByRole("option", { name: /^ABC123/ }).click();
  await expect.poll(open.path).toBe(`/admin-dashboard/people/${rosa}`);
});

test("who administers nothing has no such search", async () => {
  await renderScreen("/profile", {
    as: somebody("PORTERIA", "Pedro Portero"),
    replies: replies(),
    size: "phone",
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(page.getByRole("button", { name: "Buscar", exact: true }).elements()).toEqual([]);
  expect(page.getByRole("dialog").elements()).toEqual([]);
});
