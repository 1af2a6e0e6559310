import {
  type Administrator,
  activateAdministrator,
  createAdministrator,
  deactivateAdministrator,
  listAdministrators,
} from "@umbral/contract/auth/administrators.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, says, violations } from "../../../testing/screens/look.ts";
import { idOf, platformAdministrator } from "../../../testing/screens/people.ts";
import { held, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const administrator = (n: number, name: string): Administrator => ({
  id: idOf(n),
  cedula: `90000000${n}`,
  name,
  email: `persona${n}@ejemplo.com`,
  active: true,
  hasPassword: true,
  hasSecondFactor: false,
  createdAt: "2026-11-20T12:00:00.000Z",
});
const administrators = [
  administrator(1, "Turno 10"),
  administrator(2, "Ángela Plataforma"),
  administrator(3, "Turno 2"),
  administrator(4, "Berta Plataforma"),
];
const path = "/admin-dashboard/administrators";
const open = (more: Omit<Parameters<typeof renderScreen>[1] & object, "as"> = {}) =>
  renderScreen(path, {
    as: platformAdministrator(),
    replies: new Replies().on(listAdministrators, { administrators }),
    ...more,
  });

const table = () => page.getByRole("table", { name: "Administradores de la plataforma" });
const header = () => table().getByRole("columnheader", { name: "Nombre" });
const names = () =>
  table()
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => row.querySelector("td[data-column='name']")?.textContent);

for (const colorScheme of ["light", "dark"] as const) {
  test(`a table is put in order by its header, as a person counts, ${colorScheme}`, async () => {
    await open({ colorScheme });
    await expect.element(header()).toHaveAttribute("aria-sort", "none");
    await expect.element(header()).toHaveAttribute("scope", "col");
    await expect.poll(names).toEqual(administrators.map(({ name }) => name));

    await header().getByRole("button").click();
    await expect.element(header()).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(names).toEqual(["Ángela Plataforma", "Berta Plataforma", "Turno 2", "Turno 10"]);

    // The same with the keyboard, and there and back: an order is turned round, never lost.
    await userEvent.keyboard("{Enter}");
    await expect.element(header()).toHaveAttribute("aria-sort", "descending");
    await expect.poll(names).toEqual(["Turno 10", "Turno 2", "Berta Plataforma", "Ángela Plataforma"]);
    await userEvent.keyboard("{Enter}");
    await expect.element(header()).toHaveAttribute("aria-sort", "ascending");
    expect(await violations()).toEqual([]);
  });
}

test("what has no order says none, and has nothing to press", async () => {
  await open();
  const state = table().getByRole("columnheader", { name: "Estado" });
  await expect.element(state).not.toHaveAttribute("aria-sort");
  expect(state.getByRole("button").elements()).toEqual([]);
});

for (const size of ["phone", "tablet"] as const) {
  test(`a table has room on a ${size}`, async () => {
    await open({ size });
    await expect.element(table()).toBeVisible();
    expect(await violations()).toEqual([]);
    const rows = table().getByRole("row").elements().slice(1);
    expect(Math.max(...rows.map((row) => row.getBoundingClientRect().height))).toBeLessThan(80);
    // Beside rows of two lines the headers are there to be heard only.
    expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
  });
}

for (const size of ["tablet", "desktop"] as const) {
  test(`an address is read whole on a ${size}`, async () => {
    const email = "administracion.noche@mirador.example";
    const [first, ...others] = administrators.map((one) => ({ ...one, hasSecondFactor: true }));
    const replies = new Replies().on(listAdministrators, {
      administrators: [{ ...administrator(1, "Turno 10"), ...first, email }, ...others],
    });
    await open({ size, replies });
    await expect.element(page.getByText(email)).toBeVisible();
    const cell = table().element().querySelector("td[data-column='email']");
    expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0);
  });
}

test("on a phone all of an administrator, and what can be done, is behind their row", async () => {
  const own = { ...administrator(5, "Laura Plataforma"), id: platformAdministrator().user.id };
  const all = { administrators: [own, administrator(4, "Berta Plataforma")] };
  await open({ size: "phone", replies: new Replies().on(listAdministrators, all) });
  await page.getByRole("button", { name: "Ver detalles de Berta Plataforma" }).click();
  const details = page.getByRole("dialog", { name: "Berta Plataforma" });
  await expect.element(details).toHaveTextContent("persona4@ejemplo.com");
  await expect.element(details).toHaveTextContent("Sin verificación");
  await expect.element(details.getByRole("button", { name: "Desactivar a Berta Plataforma" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

for (const isRefused of [false, true]) {
  test(`that an invitation was ${isRefused ? "refused" : "sent"} is told also to who closed its form meanwhile`, async () => {
    const berta = administrator(4, "Berta Plataforma");
    const late = held({ administrator: berta });
    const replies = new Replies()
      .on(listAdministrators, { administrators })
      .on(createAdministrator, async () => {
        const reply = await late.answer();
        if (isRefused) {
          throw refused("ALREADY_EXISTS");
        }
        return reply;
      });
    await open({ replies, expectInConsole: isRefused ? ["409"] : [] });
    await page.getByRole("button", { name: "Crear administrador" }).click();
    const form = page.getByRole("dialog", { name: "Crear administrador" });
    await form.getByLabelText("Cédula").fill(berta.cedula);
    await form.getByLabelText("Nombre").fill(berta.name);
    await form.getByLabelText("Correo").fill(berta.email);
    await form.getByRole("button", { name: "Enviar invitación" }).click();
    await late.isAsked;
    const drawn = form.element();
    await form.getByRole("button", { name: "Cerrar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    // It is drawn a little longer, while it goes.
    await expect.poll(() => drawn.isConnected).toBe(false);
    late.letGo();
    const outcome = isRefused
      ? page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" })
      : page.getByText(`Enviamos la invitación a ${berta.email}.`);
    await expect.element(outcome).toBeVisible();
  });
}

test("whoever was shut out can be let in again for six seconds, unless somebody else did it", async () => {
  const others = administrators.slice(0, 3);
  let berta = administrator(4, "Berta Plataforma");
  let wasActive = true;
  const become = (active: boolean) => {
    berta = { ...berta, active };
    return { administrator: berta };
  };
  const replies = new Replies()
    .on(listAdministrators, () => ({ administrators: [berta, ...others] }))
    .on(deactivateAdministrator, () => ({ ...become(false), wasActive }))
    .on(activateAdministrator, () => become(true));
  await open({ replies });
  const row = table().getByRole("row").filter({ hasText: "Berta Plataforma" });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const shutOut = async () => {
    await press("Desactivar a Berta Plataforma");
    await press("Continuar");
    await says("¡Excelente!", "Desactivación exitosa");
    await press("Entendido");
    await expect.element(row).toHaveTextContent("Desactivado");
  };
  await shutOut();
  await expect.element(page.getByText("Berta Plataforma quedó sin acceso.")).toBeVisible();
  expect(await violations()).toEqual([]);
  await press("Deshacer");
  await expect.element(page.getByText("Berta Plataforma tiene acceso otra vez.")).toBeVisible();
  await expect.element(row).toHaveTextContent("Activo");
  expect(replies.asked(activateAdministrator)).toMatchObject([{ params: { id: berta.id } }]);

  wasActive = false;
  await shutOut();
  await expect.element(page.getByRole("button", { name: "Activar a Berta Plataforma" })).toBeVisible();
  expect(page.getByRole("button", { name: "Deshacer" }).elements()).toEqual([]);
});

test("several are shut out at once, never oneself, and who had a password can be let in again", async () => {
  const own = { ...administrator(5, "Laura Plataforma"), id: platformAdministrator().user.id };
  const invited = { ...administrator(2, "Ángela Plataforma"), hasPassword: false };
  const all = [own, administrator(1, "Turno 10"), invited, administrator(4, "Berta Plataforma")];
  const shut = new Set<string>();
  const become = (id: string, active: boolean) => {
    active ? shut.delete(id) : shut.add(id);
    return { administrator: { ...own, id, active } };
  };
  const replies = new Replies()
    .on(listAdministrators, () => ({
      administrators: all.map((one) => ({ ...one, active: !shut.has(one.id) })),
    }))
    .on(deactivateAdministrator, ({ params: { id } }) => {
      if (id === idOf(4)) {
        throw refused("ADMINISTRATOR_IS_LAST");
      }
      return { ...become(id, false), wasActive: true };
    })
    .on(activateAdministrator, ({ params: { id } }) => become(id, true));
  await open({ replies });
  await page.getByRole("checkbox", { name: "Elegir todo" }).click();
  const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
  await bar.getByRole("button", { name: "Desactivar" }).click();
  const question = page.getByRole("alertdialog", { name: "¿Desactivar a 3 administradores?" });
  await question.getByRole("button", { name: "Continuar" }).click();
  const failed = page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" });
  await expect.element(failed).toHaveTextContent(`Berta Plataforma: ${sentenceOf("ADMINISTRATOR_IS_LAST")}`);
  await expect.element(page.getByText("2 administradores sin acceso.")).toBeVisible();
  expect(replies.asked(deactivateAdministrator).map(({ params }) => params.id)).toEqual(
    [1, 2, 4].map((n) => idOf(n)),
  );
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(page.getByText("1 administrador: como antes.")).toBeVisible();
  expect([...shut]).toEqual([invited.id]);
});
