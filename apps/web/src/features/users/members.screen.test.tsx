import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import {
  changeMember,
  listMembers,
  type Member,
  removeMember,
} from "@umbral/contract/users/members.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { violations } from "../../../testing/screens/look.ts";
import { home, idOf, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });

const rosa: Member = {
  user: { id: idOf(0x31e), name: "Rosa Líder", phone: "+573001234567", photo: null },
  roles: ["RESIDENTE_LIDER"],
  endsAt: null,
  since: "2026-01-10T12:00:00.000Z",
  may: { change: false, remove: false },
};
const andres: Member = {
  ...rosa,
  user: { ...rosa.user, id: idOf(0x31f), name: "Andrés Residente" },
  roles: ["RESIDENTE"],
  may: { change: true, remove: true },
};

test("a leader gives a resident's stay an end, which is still to come", async () => {
  let shown = andres;
  const replies = new Replies()
    .on(pendingEmail, { pending: null })
    .on(listHomeCardHolders, { cardHolders: [] })
    .on(listMembers, () => ({ members: [rosa, shown] }))
    .on(changeMember, ({ body }) => {
      shown = { ...andres, roles: [body.role], endsAt: body.endsAt ?? null };
      return { member: shown };
    });
  await renderScreen("/profile", { as: somebody("RESIDENTE_LIDER", "Rosa Líder", home), replies });
  await page.getByRole("tab", { name: "Familia" }).click();
  await expect.element(row("Andrés Residente")).toHaveTextContent("Residente");
  expect(row("Rosa Líder").getByRole("button").elements()).toEqual([]);
  await page.getByRole("button", { name: "Cambiar la estadía de Andrés Residente" }).click();
  const stay = page.getByRole("dialog");
  await stay.getByText("Residente temporal").click();
  await stay.getByRole("button", { name: "Guardar cambios" }).click();
  await expect.element(stay.getByText("* El campo es obligatorio")).toBeVisible();
  await stay.getByLabelText("Último día").fill("2020-01-01");
  await expect.element(stay.getByText("* La fecha de salida debe estar en el futuro")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(replies.asked(changeMember)).toEqual([]);
  await stay.getByLabelText("Último día").fill("2090-01-31");
  await stay.getByRole("button", { name: "Guardar cambios" }).click();
  await expect.element(page.getByText("Guardamos cómo vive aquí Andrés Residente.")).toBeVisible();
  await expect.element(row("Andrés Residente")).toHaveTextContent("Hasta el 31 ene 2090 11:59 PM");
  expect(replies.asked(changeMember)).toMatchObject([
    { params: { id: home.id, userId: andres.user.id }, body: { role: "RESIDENTE_TEMPORAL" } },
  ]);
});

test("the administration finds any apartment's people, and may remove an owner", async () => {
  const other = { id: idOf(0xa102), name: "A-102" };
  const olga: Member = {
    ...andres,
    user: { ...rosa.user, id: idOf(0x320), name: "Olga Propietaria" },
    roles: ["PROPIETARIO"],
  };
  let members = [olga, { ...andres, endsAt: "2090-02-01T04:59:59.000Z" }];
  const replies = new Replies()
    .on(apartmentDirectory, {
      apartments: [{ id: home.id, name: home.name }, other].map((one) => ({ ...one, tower: { name: "A" } })),
    })
    .on(listHomeCardHolders, { cardHolders: [] })
    .on(listMembers, ({ params }) => ({ members: params.id === other.id ? members : [] }))
    .on(removeMember, () => {
      members = members.slice(1);
      return { ok: true as const };
    });
  await renderScreen("/profile?ver=apartamentos", {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies,
  });
  await page.getByRole("button", { name: /A-102/ }).click();
  await expect.element(row("Andrés Residente")).toHaveTextContent("Hasta el");
  expect(await violations()).toEqual([]);
  const remove = page.getByRole("button", { name: "Retirar a Olga Propietaria" });
  await remove.click();
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent("¿Retirar a Olga Propietaria?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect
    .element(page.getByText(`Olga Propietaria ya no tiene acceso al apartamento ${other.name}.`))
    .toBeVisible();
  await expect.element(row("Olga Propietaria")).not.toBeInTheDocument();
  expect(replies.asked(removeMember).map(({ params }) => params)).toEqual([
    { id: other.id, userId: olga.user.id },
  ]);
});
