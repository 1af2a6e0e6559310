import {
  type AccessRequest,
  decideOwnerRequest,
  listOwnerRequests,
  listWaitingPlaces,
} from "@umbral/contract/access-requests/access-requests.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { says, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { requestOf } from "../../../testing/screens/requests.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const oscar: AccessRequest = {
  ...requestOf("Óscar Por Aprobar", 2),
  apartment: { id: idOf(0xa130), name: "B-201" },
  role: "PROPIETARIO",
};

test("an owner is approved after a question, from the list of buildings", async () => {
  const replies = new Replies()
    .on(listWaitingPlaces, { places: [{ building: mirador, apartment: null, employees: 0, owners: 1 }] })
    .on(listOwnerRequests, { accessRequests: [oscar], totalPages: 1 })
    .on(decideOwnerRequest, ({ params, body }) => {
      replies.on(listOwnerRequests, { accessRequests: [], totalPages: 1 });
      const decidedAt = "2026-03-10T16:00:00.000Z";
      return { accessRequest: { id: params.x, approved: body.approved, decidedAt } };
    });
  const as = somebody("ADMINISTRADOR", "Alberto Administrador");
  await renderScreen("/building/dashboard/apartments/requests/admin", { as, replies });
  const building = page.getByRole("listitem").filter({ hasText: mirador.name });
  await expect.element(building.getByRole("heading", { name: mirador.name })).toBeVisible();
  expect(await violations()).toEqual([]);
  await building.getByRole("link", { name: /Solicitudes de Propietarios\s*1 pendiente/ }).click();

  const request = page.getByRole("row", { name: new RegExp(oscar.user.name) });
  await expect.element(request).toHaveTextContent(/B-201/);
  expect(await violations()).toEqual([]);
  await request.getByRole("button", { name: `Aprobar a ${oscar.user.name}` }).click();
  await says(`¿Aprobar a ${oscar.user.name}?`, "Quedará como propietario del apartamento B-201.");
  expect(replies.asked(decideOwnerRequest)).toEqual([]);
  await page.getByRole("button", { name: "Continuar" }).click();
  await says("¡Aprobado!", "Acceso otorgado con éxito");
  await page.getByRole("button", { name: "Entendido" }).click();
  await expect.element(page.getByText("No hay solicitudes pendientes por aprobar")).toBeVisible();
  expect(replies.asked(decideOwnerRequest)).toMatchObject([
    { params: { id: oscar.apartment.id, x: oscar.id }, body: { approved: true } },
  ]);
});
