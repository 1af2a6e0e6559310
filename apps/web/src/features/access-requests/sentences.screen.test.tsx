import {
  type AccessRequest,
  decideEmployeeRequest,
  listEmployeeRequests,
  listOwnerRequests,
} from "@umbral/contract/access-requests/access-requests.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, says, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, somebody } from "../../../testing/screens/people.ts";
import { failing, RawAnswer, Replies } from "../../../testing/screens/replies.ts";
import { requestOf } from "../../../testing/screens/requests.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

/* The specification's sentences of these screens (§2, §8), each in its situation, letter by letter. */

const requests = "/building/dashboard/apartments/requests";
const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");

const nora = requestOf("Nora Nueva");
const nobody = { accessRequests: [], totalPages: 1 };
const waiting = (...accessRequests: AccessRequest[]) =>
  new Replies()
    .on(listEmployeeRequests, { accessRequests, totalPages: 1 })
    .on(listOwnerRequests, { accessRequests, totalPages: 1 });

/** Presses an answer of Nora's request, and goes on where that is asked. */
async function press(answer: "Aprobar" | "Rechazar"): Promise<void> {
  await page.getByRole("button", { name: `${answer} a Nora Nueva` }).click();
  if (answer === "Rechazar") {
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect.element(page.getByRole("button", { name: "Continuar" })).not.toBeInTheDocument();
  }
}

const titles = {
  employee: "Residentes/Empleados Pendientes de aprobación",
  owner: "Propietarios/Líderes Pendientes de aprobación",
} as const;

for (const [list, title] of Object.entries(titles)) {
  test(`the title of ${list}: '${title}', and both lists in the menu`, async () => {
    await renderScreen(`${requests}/${list}`, { as: alberto, replies: waiting(nora) });
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(title);
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    await expect.element(menu.getByText("Solicitudes de Usuarios")).toBeVisible();
    await expect.element(menu.getByText("Solicitudes de Propietarios")).toBeVisible();
  });
}

const decisions = [
  ["Aprobar", true, "¡Aprobado!", "Acceso otorgado con éxito", "Hubo un error al aprobar esta solicitud"],
  [
    "Rechazar",
    false,
    "¡Rechazado!",
    "Se ha rechazado el acceso a este usuario",
    "Hubo un error al rechazar la solicitud",
  ],
] as const;

for (const [answer, approved, title, text, trouble] of decisions) {
  test(`${answer}: '${title}', '${text}', and the list is asked again`, async () => {
    const replies = waiting(nora).on(decideEmployeeRequest, ({ params, body }) => {
      replies.on(listEmployeeRequests, nobody);
      const decidedAt = "2026-03-10T16:00:00.000Z";
      return { accessRequest: { id: params.x, approved: body.approved, decidedAt } };
    });
    await renderScreen(`${requests}/employee`, { as: rosa, replies });
    await press(answer);
    await says(title, text);
    await page.getByRole("button", { name: "Entendido" }).click();
    await expect.element(page.getByText("No hay solicitudes pendientes por aprobar")).toBeVisible();
    expect(replies.asked(decideEmployeeRequest)).toMatchObject([
      { params: { id: home.id, x: nora.id }, body: { approved } },
    ]);
  });

  test(`${answer} fails: 'Ups!', '${trouble}'`, async () => {
    const replies = waiting(nora).on(decideEmployeeRequest, failing(new RawAnswer(500)));
    await renderScreen(`${requests}/employee`, { as: rosa, replies });
    await press(answer);
    const dialog = page.getByRole("alertdialog", { name: "Ups!", exact: true });
    await expect.element(dialog.getByText(trouble)).toBeVisible();
    await page.getByRole("button", { name: "Entendido" }).click();
    await expect.element(page.getByRole("button", { name: `${answer} a Nora Nueva` })).toBeEnabled();
  });
}

test("'No hay solicitudes pendientes por aprobar': nobody waits", async () => {
  await renderScreen(`${requests}/employee`, { as: rosa, replies: waiting() });
  await expect.element(page.getByText("No hay solicitudes pendientes por aprobar")).toBeVisible();
  expect(await violations()).toEqual([]);
});

for (const { size, colorScheme } of everyLook) {
  test(`who waits stands in one line, and all of it at its side: ${size}, ${colorScheme}`, async () => {
    await renderScreen(`${requests}/employee`, { as: rosa, size, colorScheme, replies: waiting(nora) });
    const row = page.getByRole("row", { name: /Nora Nueva/ });
    await expect.element(row).toBeVisible();
    expect(row.element().getBoundingClientRect().height).toBeLessThan(size === "phone" ? 100 : 60);
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await page.getByRole("button", { name: "Ver detalles de Nora Nueva" }).click();
    await expect.element(page.getByText("1040500991").last()).toBeVisible();
    await expect.element(page.getByRole("img", { name: "Foto de Nora Nueva" })).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}
