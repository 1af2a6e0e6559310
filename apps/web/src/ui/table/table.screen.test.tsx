import { listUserDetails, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { held, Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const people = Array.from(
  { length: 30 },
  (_, n): UserDetail => ({
    id: idOf(0x700 + n),
    photo: null,
    name: n === 0 ? "María del Pilar Fernández de la Hoz y Santamaría Echeverri" : `Persona ${n}`,
    cedula: `${1_000_000_000 + n}`,
    phone: "+573001234567",
    email: "una.direccion.bastante.larga.de.alguien@correo.example.com",
    active: true,
    verified: true,
    roleName: "RESIDENTE_TEMPORAL",
    apartmentName: home.name,
    buildingName: mirador.name,
    places: ["A-101", "B-202"].map((apartmentName) => ({
      roleName: "RESIDENTE_TEMPORAL",
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      apartmentName,
    })),
    tags: [{ tag: "04A1B2C3D4E580", type: "PERSON" }],
    alias: "",
    createdAt: "2026-11-20T17:00:00.000Z",
    seenAt: null,
  }),
);
const all = { users: people, totalPages: 1, isMore: false };
const at = "/admin-dashboard/users";
const as = platformAdministrator();
const rows = () => [...document.querySelectorAll("tbody tr")];
const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0;

for (const size of ["tablet", "desktop"] as const) {
  test(`each row is as high as a finger, and has one line, on a ${size}`, async () => {
    await renderScreen(at, { as, size, replies: new Replies().on(listUserDetails, all) });
    await expect.poll(() => rows().length).toBe(people.length);
    expect([...new Set(rows().map((row) => Math.round(row.getBoundingClientRect().height)))]).toEqual([48]);
    const names = [...document.querySelectorAll("tbody [data-column=name] a")];
    expect(new Set(names.map((name) => getComputedStyle(name).whiteSpace))).toEqual(new Set(["nowrap"]));
  });
}

for (const size of ["phone", "tablet", "desktop"] as const) {
  test(`nothing moves when the rows come, on a ${size}`, async () => {
    const answer = held(all);
    await renderScreen(at, { as, size, replies: new Replies().on(listUserDetails, answer.answer) });
    await answer.isAsked;
    const shape = () => [...document.querySelectorAll("[aria-busy] [aria-hidden] [class*=row]")];
    await expect.poll(() => shape().length).toBeGreaterThan(3);
    const tops = () =>
      shape()
        .filter((row) => !row.className.includes("rows") && !row.className.includes("head"))
        .map((row) => Math.round(row.getBoundingClientRect().top));
    const [first = 0, second = 0] = tops();
    answer.letGo();
    await expect.poll(() => rows().length).toBe(people.length);
    const [one, other] = rows().map((row) => row.getBoundingClientRect().top);
    expect(Math.abs((one ?? 0) - first)).toBeLessThanOrEqual(2);
    expect(Math.abs((other ?? 0) - second)).toBeLessThanOrEqual(3);
  });
}

test("the head stays in sight also over a table that has more columns than room", async () => {
  await renderScreen(at, { as, size: "tablet", replies: new Replies().on(listUserDetails, all) });
  await expect.poll(() => rows().length).toBe(people.length);
  await page.getByText("Columnas").click();
  for (const name of ["Verificado", "Correo", "Celular", "Etiquetas", "Edificio", "Creado"]) {
    await page.getByRole("checkbox", { name }).click();
  }
  await page.getByText("Columnas").click();
  const table = document.querySelector("table")?.parentElement;
  await expect.poll(() => (table?.scrollWidth ?? 0) > (table?.clientWidth ?? 0)).toBe(true);
  expect(await violations()).toEqual([]);
  rows().at(-1)?.scrollIntoView();
  await expect.poll(() => topOf("tbody tr")).toBeLessThan(0);
  expect(topOf("thead")).toBeGreaterThanOrEqual(0);
});

test("the choice of columns folds away by Escape and by a press elsewhere", async () => {
  await renderScreen(at, { as, size: "desktop", replies: new Replies().on(listUserDetails, all) });
  await expect.poll(() => rows().length).toBe(people.length);
  const column = page.getByRole("checkbox", { name: "Correo" });
  const fold = page.getByText("Columnas");
  await fold.click();
  await column.click();
  await expect.element(column).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(column).not.toBeInTheDocument();
  expect(document.activeElement).toBe(fold.element());
  await fold.click();
  await expect.element(column).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect.element(column).not.toBeInTheDocument();
});

test("a tap anywhere on a row of a phone opens it, but not where something is pressed or chosen in it", async () => {
  const screen = await renderScreen(at, {
    as,
    size: "phone",
    replies: new Replies().on(listUserDetails, all),
  });
  await expect.poll(() => rows().length).toBe(people.length);
  const row = page.getByRole("row").filter({ hasText: people[1]?.cedula ?? "" });
  const dialog = page.getByRole("dialog", { name: "Persona 1", exact: true });
  await row.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row.getByRole("button", { name: "Ver detalles de Persona 1" })).toHaveFocus();
  // What can be pressed in it does what it says, and no more.
  const isChosen = row.getByRole("checkbox", { name: "Elegir Persona 1" });
  await isChosen.click();
  await expect.element(isChosen).toBeChecked();
  expect(dialog.elements()).toEqual([]);
  // Who chose text wants the text.
  getSelection()?.selectAllChildren(row.element());
  row.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(page.getByText("1 elegido")).toBeVisible();
  expect(dialog.elements()).toEqual([]);
  getSelection()?.removeAllRanges();
  expect(screen.path()).toBe(at);
});
