import {
  decideEmployeeRequest,
  listEmployeeRequests,
} from "@umbral/contract/access-requests/access-requests.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { somebody } from "../../../testing/screens/people.ts";
import { Replies, refused } from "../../../testing/screens/replies.ts";
import { requestOf } from "../../../testing/screens/requests.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const LIST = "/building/dashboard/apartments/requests/employee";
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");

const nora = requestOf("Nora Nueva", 1);
const beto = requestOf("Beto Recién", 2);
const dora = requestOf("Dora Demorada", 3);

/** All three wait; of Beto somebody else decided. */
function threeWaiting() {
  const decided = new Set<string>();
  return new Replies()
    .on(listEmployeeRequests, () => ({
      accessRequests: [nora, beto, dora].filter(({ id }) => !decided.has(id)),
      totalPages: 1,
    }))
    .on(decideEmployeeRequest, ({ params, body }) => {
      decided.add(params.x);
      if (params.x === beto.id) {
        throw refused("ACCESS_DATE_PASSED");
      }
      return {
        accessRequest: { id: params.x, approved: body.approved, decidedAt: "2026-03-10T16:00:00.000Z" },
      };
    });
}

for (const [answer, approved, done] of [
  ["Aprobar", true, "2 solicitudes aprobadas."],
  ["Rechazar", false, "2 solicitudes rechazadas."],
] as const) {
  test(`${answer}: several at once, each by itself, and whoever is refused is told by name`, async () => {
    const replies = threeWaiting();
    await renderScreen(LIST, { as: alberto, replies });
    await page.getByRole("checkbox", { name: "Elegir todo" }).click();
    const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
    await expect.element(bar).toHaveTextContent("3 elegidos");
    expect(await violations()).toEqual([]);
    await bar.getByRole("button", { name: answer }).click();
    const question = page.getByRole("alertdialog", { name: `¿${answer} 3 solicitudes?` });
    expect(replies.asked(decideEmployeeRequest)).toEqual([]);
    await question.getByRole("button", { name: "Continuar" }).click();
    await expect.element(page.getByText(done)).toBeVisible();
    const failed = page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" });
    await expect.element(failed).toHaveTextContent("Beto Recién: ");
    await expect.element(failed).not.toHaveTextContent("Nora Nueva");
    await failed.getByRole("button", { name: "Entendido" }).click();
    expect(replies.asked(decideEmployeeRequest)).toMatchObject(
      [nora, beto, dora].map(({ id }) => ({ params: { x: id }, body: { approved } })),
    );
    await expect.element(page.getByText("No hay solicitudes pendientes por aprobar")).toBeVisible();
  });
}

test("some are chosen on a phone, none is decided without a yes, and they are kept as a file", async () => {
  const replies = threeWaiting();
  await renderScreen(LIST, { as: alberto, replies, size: "phone", colorScheme: "dark" });
  await page.getByRole("checkbox", { name: "Elegir Nora Nueva" }).click();
  await page.getByRole("checkbox", { name: "Elegir Dora Demorada" }).click();
  const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
  await expect.element(bar.getByRole("button", { name: "Descargar lo elegido" })).toBeVisible();
  await bar.getByRole("button", { name: "Aprobar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancelar" }).click();
  expect(replies.asked(decideEmployeeRequest)).toEqual([]);
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await bar.getByRole("button", { name: "Aprobar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("2 solicitudes aprobadas.")).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  expect(replies.asked(decideEmployeeRequest).map(({ params }) => params.x)).toEqual([nora.id, dora.id]);
});
