import { init } from "@umbral/contract/auth/auth.contract";
import {
  changePass,
  listPasses,
  makePass,
  type Pass,
  sendPass,
  sharePass,
  takePassBack,
} from "@umbral/contract/passes/passes.contract";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { leaveBefore } from "../../../testing/screens/leaving.ts";
import { beyondTheEdge, everyLook, says, violations, wholePage } from "../../../testing/screens/look.ts";
import { carlos, listed, passLike, sharing } from "../../../testing/screens/passes.ts";
import { home, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import {
  failing,
  failingUntilPressed,
  held,
  NoAnswer,
  Replies,
  refused,
} from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const PASSES = "/building/dashboard/invitaciones";
const rosa = () => somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

const current: Pass[] = [
  passLike(2, "Cumpleaños de Ana", {
    entries: 12,
    entered: 5,
    left: 1,
    state: "inside",
    names: listed,
    lastMovementAt: "2026-11-20T19:05:00.000Z",
  }),
  passLike(3, "Julián Técnico", {
    state: "inside",
    entered: 1,
    isOverstaying: true,
    lastMovementAt: "2026-11-20T19:05:00.000Z",
    guest: { ...carlos.guest, company: "Gas Natural", plate: "ABC123" },
  }),
  carlos,
];
const past: Pass[] = [
  passLike(4, "Luisa Vecina", { state: "taken-back" }),
  passLike(5, "Marta Tía", { state: "expired" }),
  passLike(6, "Pedro Plomero", {
    state: "used-up",
    entered: 1,
    left: 1,
    lastMovementAt: "2026-11-20T19:05:00.000Z",
  }),
];

const replies = () =>
  new Replies()
    .on(listPasses, ({ query }) => ({ passes: query.which === "current" ? current : past, totalPages: 1 }))
    .on(sharePass, sharing)
    .on(makePass, ({ body }) => ({
      pass: { ...carlos, ...body, names: [], guest: body.guest, id: carlos.id },
      sharing,
    }))
    .on(changePass, { pass: carlos })
    .on(takePassBack, { pass: { ...carlos, state: "taken-back" } })
    .on(sendPass, { ok: true });

const open = (setting: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(PASSES, { as: rosa(), size: "phone", replies: replies(), ...setting });

describe("a home's passes", () => {
  for (const look of everyLook) {
    test(`stand with their states and acts, ${look.size} and ${look.colorScheme}`, async () => {
      await open(look);
      await expect.element(page.getByRole("heading", { name: "Carlos Pérez" })).toBeVisible();
      await expect.element(page.getByText("Grupo de 12: 5 entraron, 4 adentro")).toBeVisible();
      await expect.element(page.getByText("Se quedó más de lo previsto")).toBeVisible();
      // One pass, and one of the list.
      expect(page.getByText("Por llegar").elements()).toHaveLength(2);
      await page.getByText("Lista: 2 de 3 llegaron").click();
      await expect.element(page.getByText(/^Adentro desde/)).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
      await page.getByRole("tab", { name: "Pasadas" }).click();
      for (const state of ["Retirada", "Vencida", "Usada"]) {
        await expect.element(page.getByText(state, { exact: true })).toBeVisible();
      }
      // One that was taken back is over for good.
      expect(button(/Luisa Vecina/).elements()).toEqual([]);
      expect(await violations()).toEqual([]);
    });
  }

  test("have their buttons in line at a phone, the last too", async () => {
    await open();
    await expect.element(button("Retirar la invitación de Carlos Pérez")).toBeVisible();
    const [share, , take] = ["Compartir", "Cambiar", "Retirar"].map((act) =>
      button(`${act} la invitación de Carlos Pérez`).element().getBoundingClientRect(),
    );
    expect(take?.top).toBeGreaterThan(share?.bottom ?? Number.NaN);
    expect(take?.left).toBe(share?.left);
  });

  test("say that there are none, and what to do; look for one; and say what failed", async () => {
    const none = replies().on(listPasses, ({ query }) => ({
      passes: query.search === "" && query.which === "past" ? past : [],
      totalPages: 1,
    }));
    await open({ replies: none });
    await expect.element(page.getByText("No hay invitaciones vigentes.")).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.getByRole("tab", { name: "Pasadas" }).click();
    await field("Buscar invitación").fill("zzz");
    await expect.element(page.getByText("Ninguna invitación coincide con tu búsqueda.")).toBeVisible();
    expect(none.asked(listPasses).at(-1)?.query).toMatchObject({
      search: "zzz",
      which: "past",
      apartmentId: home.id,
    });
  });

  test("are a skeleton while they come, and can be asked for again when they do not", async () => {
    const answer = held({ passes: current, totalPages: 1 });
    await open({ replies: replies().on(listPasses, answer.answer) });
    await expect.element(page.getByText("Cargando…").first()).toBeInTheDocument();
    answer.letGo();
    await expect.element(page.getByRole("heading", { name: "Carlos Pérez" })).toBeVisible();
    const failed = failingUntilPressed(refused("FAULT"), { passes: current, totalPages: 1 });
    await open({ replies: replies().on(listPasses, failed) });
    await button("Intentar de nuevo").click();
    await expect.element(page.getByRole("heading", { name: "Carlos Pérez" })).toBeVisible();
  });

  test("change by themselves", async () => {
    const { line, replies: asked } = await open();
    await expect.element(page.getByText("Lista: 2 de 3 llegaron")).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    const arrived = {
      ...carlos,
      state: "inside",
      entered: 1,
      lastMovementAt: new Date().toISOString(),
    } as const;
    const [party] = current;
    const allCame = listed.map((one) => ({ ...one, state: "inside" as const, at: one.at ?? carlos.from }));
    const passes = [...(party === undefined ? [] : [{ ...party, names: allCame }]), arrived];
    asked.on(listPasses, { passes, totalPages: 1 });
    line.say("passes:changed", { buildingId: mirador.id, apartmentId: home.id, passId: carlos.id });
    await expect.element(page.getByText("Lista: 3 de 3 llegaron")).toBeVisible();
    await expect.poll(() => page.getByText("Adentro", { exact: true }).elements()).toHaveLength(2);
    await expect.element(page.getByText("Por llegar")).not.toBeInTheDocument();
  });

  test("are taken back after a question", async () => {
    const { replies: asked } = await open();
    await button("Retirar la invitación de Carlos Pérez").click();
    await says(
      "¿Retirar la invitación de Carlos Pérez?",
      "Su código y su página dejan de servir de inmediato.",
    );
    await button("Cancelar").click();
    expect(asked.asked(takePassBack)).toEqual([]);
    await button("Retirar la invitación de Carlos Pérez").click();
    await button("Continuar").click();
    await expect.element(page.getByText("Retiraste la invitación de Carlos Pérez.")).toBeVisible();
    expect(asked.asked(takePassBack)).toMatchObject([{ params: { passId: carlos.id } }]);
  });

  test("that were taken back are told to nobody after who did it has left", async () => {
    const late = held({ pass: { ...carlos, state: "taken-back" as const } });
    await open({ replies: replies().on(takePassBack, late.answer) });
    await button("Retirar la invitación de Carlos Pérez").click();
    await button("Continuar").click();
    await leaveBefore(late);
    expect(page.getByText(/Retiraste la invitación/).elements()).toEqual([]);
  });

  test("are changed by an Enter for each step, with nothing saved before the times were seen", async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const still = { ...carlos, from: `${tomorrow}T13:00:00.000Z`, until: `${tomorrow}T23:00:00.000Z` };
    const { replies: asked } = await open({
      size: "desktop",
      replies: replies().on(listPasses, { passes: [still], totalPages: 1 }),
    });
    await button("Cambiar la invitación de Carlos Pérez").click();
    const dialog = page.getByRole("dialog", { name: "Invitación de Carlos Pérez" });
    await expect.element(dialog.getByText("¿Quién viene?").first()).not.toHaveFocus();
    button("Continuar").element().focus();
    await userEvent.keyboard("{Enter>3/}");
    // The title, before the choice of the same name.
    await expect.element(dialog.getByText("¿Cuándo viene?").first()).toHaveFocus();
    expect(await violations()).toEqual([]);
    expect(asked.asked(changePass)).toEqual([]);
    await button("Guardar cambios").click();
    await expect.element(page.getByText(/^Guardamos los cambios/)).toBeVisible();
  });

  test("are extended in one act, and refused at the field that is wrong", async () => {
    const { replies: asked } = await open();
    asked.on(changePass, failing(refused("PASS_TIMES_NOT_VALID")));
    await button("Extender la invitación de Julián Técnico").click();
    const dialog = page.getByRole("dialog", { name: "Invitación de Julián Técnico" });
    await expect.element(dialog.getByLabelText("Día", { exact: true })).toHaveValue("2026-11-20");
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabelText("Día", { exact: true }).fill(tomorrow);
    await dialog.getByRole("button", { name: "Guardar cambios" }).click();
    await expect.element(dialog.getByText(/^\* /)).toBeVisible();
    expect(await violations()).toEqual([]);
    asked.on(changePass, { pass: carlos });
    await dialog.getByRole("button", { name: "Guardar cambios" }).click();
    await expect.element(page.getByText(/^Guardamos los cambios/)).toBeVisible();
    expect(asked.asked(changePass).at(-1)?.body).toMatchObject({
      guest: { name: "Julián Técnico", company: "Gas Natural" },
      entries: 1,
    });
  });
});

describe("making a pass", () => {
  test("takes a name and two acts, and shares it", async () => {
    const { replies: asked } = await open();
    await button("Invitar").click();
    await button("Continuar").click();
    await expect.element(page.getByText("* El campo es obligatorio")).toBeVisible();
    await field("Nombre").fill("Carlos Pérez");
    expect(await violations()).toEqual([]);
    await button("Continuar").click();
    await expect.element(page.getByRole("radio", { name: "Hoy" })).toBeChecked();
    // Who chose to hear of no guest is not promised it.
    await expect
      .element(page.getByText("Te avisamos cuando llegue, según lo que elegiste en «Avísame si…»."))
      .toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    await button("Crear invitación").click();
    await expect.element(page.getByText(/^La invitación de Carlos Pérez está lista\./)).toBeVisible();
    await expect
      .element(page.getByRole("img", { name: "QR de la invitación de Carlos Pérez" }))
      .toBeVisible();
    await expect.element(page.getByText("482 913", { exact: true })).toBeVisible();
    const whatsApp = page.getByRole("link", { name: "WhatsApp" }).element().getAttribute("href") ?? "";
    const text = new URL(whatsApp).searchParams.get("text") ?? "";
    expect(text).toContain(sharing.address);
    expect(text).toContain(sharing.code);
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    const [made] = asked.asked(makePass);
    expect(made?.body).toMatchObject({ apartmentId: home.id, entries: 1, hours: null });
    expect(new Date(made?.body.until ?? "").getTime()).toBeGreaterThan(Date.now());
    await button("Listo").click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("goes one step for each Enter that is meant for it, and says where one is", async () => {
    const answer = held({ pass: carlos, sharing });
    const { replies: asked } = await open({
      size: "desktop",
      replies: replies().on(makePass, answer.answer),
    });
    const when = page.getByText("Paso 2 de 3: ¿Cuándo viene?");
    await button("Invitar").click();
    // What opens has the focus where a modal gives it.
    await expect.element(page.getByText("Paso 1 de 3: ¿Quién viene?")).not.toHaveFocus();
    await field("Nombre").click();
    await userEvent.keyboard("Carlos Pérez{Enter}{Enter}");
    await expect.element(when).toHaveFocus();
    await button("Atrás").click();
    await expect.element(page.getByText("Paso 1 de 3: ¿Quién viene?")).toHaveFocus();
    // Held down on the button, in whose place the one stands that makes the pass.
    button("Continuar").element().focus();
    await userEvent.keyboard("{Enter>3/}");
    await expect.element(when).toHaveFocus();
    expect(await violations()).toEqual([]);
    expect(asked.asked(makePass)).toEqual([]);
    button("Crear invitación").element().focus();
    await userEvent.keyboard("{Enter}");
    await answer.isAsked;
    answer.letGo();
    await expect.element(page.getByText("Paso 3 de 3: Comparte la invitación")).toHaveFocus();
    expect(asked.asked(makePass)).toHaveLength(1);
    await button("Listo").click();
    await button("Invitar").click();
    await expect.element(page.getByText("Paso 1 de 3: ¿Quién viene?")).not.toHaveFocus();
  });

  test("made after its sheet was closed does not take the place of the next one", async () => {
    const late = held({ pass: carlos, sharing });
    const { replies: asked } = await open({ replies: replies().on(makePass, late.answer) });
    await button("Invitar").click();
    await field("Nombre").fill("Carlos Pérez");
    await button("Continuar").click();
    await button("Crear invitación").click();
    await late.isAsked;
    await page.getByRole("dialog").getByRole("button", { name: "Cerrar" }).click();
    await button("Continuar").click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await button("Invitar").click();
    await field("Nombre").fill("Julia Amiga");
    const before = asked.asked(listPasses).length;
    late.letGo();
    await expect.poll(() => asked.asked(listPasses).length).toBeGreaterThan(before);
    await expect.element(field("Nombre")).toHaveValue("Julia Amiga");
  });

  test("of a party asks how many; of who comes every week, which hours and until when", async () => {
    const { replies: asked } = await open({ size: "desktop" });
    await button("Invitar").click();
    await page.getByRole("radio", { name: "Un grupo" }).click();
    await field("Nombre del grupo").fill("Cumpleaños de Ana");
    // A list as it was copied from a chat: the number follows it, and may be more.
    await field("Lista de invitados (opcional)").fill("1. Ana Gómez\n\n- Luis   Pérez\n3) Marta Tía");
    await expect.element(page.getByText(/^3 nombres\./)).toBeVisible();
    await expect.element(field("Cuántas personas")).toHaveValue("3");
    await field("Cuántas personas").fill("2");
    await button("Continuar").click();
    await expect.element(page.getByText("* La lista tiene 3 personas")).toBeVisible();
    await field("Cuántas personas").fill("12");
    expect(await violations()).toEqual([]);
    await button("Continuar").click();
    await button("Crear invitación").click();
    await expect
      .poll(() => asked.asked(makePass).at(-1)?.body)
      .toMatchObject({
        entries: 12,
        names: ["Ana Gómez", "Luis Pérez", "Marta Tía"],
      });
    await button("Listo").click();

    await button("Invitar").click();
    await field("Nombre").fill("Gladys Aseo");
    await page.getByText("Más datos (opcional)").click();
    await field("Celular").fill("300 123 4567");
    await field("Correo").fill("gladys@example.com");
    await button("Continuar").click();
    await page.getByRole("radio", { name: "Se repite" }).click();
    await page.getByRole("checkbox", { name: "Lunes" }).click();
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await button("Crear invitación").click();
    await expect.element(page.getByText("* El campo es obligatorio")).toBeVisible();
    await field("Último día").fill(inAMonth);
    expect(await violations()).toEqual([]);
    await button("Crear invitación").click();
    await expect.poll(() => asked.asked(makePass)).toHaveLength(2);
    expect(asked.asked(makePass).at(-1)?.body).toMatchObject({
      entries: null,
      guest: { phone: "+573001234567", email: "gladys@example.com" },
      hours: {
        hours: [{ days: [2, 3, 4, 5], from: "08:00", to: "17:00" }],
        onHolidays: { kind: "as-any-day" },
      },
    });
    // There is an address for either.
    await button("Enviar por SMS").click();
    await expect.element(page.getByText("Enviamos la invitación a +573001234567.")).toBeVisible();
    asked.on(sendPass, failing(refused("TOO_OFTEN")));
    await button("Enviar por correo").click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    expect(asked.asked(sendPass).map(({ body }) => body.by)).toEqual(["sms", "email"]);
  });

  test("asked again after a lost answer is the same press; after a change it is another", async () => {
    const { replies: asked } = await open();
    asked.on(makePass, failing(refused("FAULT")));
    await button("Invitar").click();
    await field("Nombre").fill("Carlos Pérez");
    await button("Continuar").click();
    for (const count of [1, 2]) {
      await button("Crear invitación").click();
      await expect.poll(() => asked.asked(makePass)).toHaveLength(count);
      await button("Entendido").click();
    }
    await page.getByLabelText("¿Cuántas veces puede entrar?").selectOptions("Las veces que necesite");
    await button("Crear invitación").click();
    await expect.poll(() => asked.asked(makePass)).toHaveLength(3);
    const [first, second, third] = asked.asked(makePass).map(({ body }) => body.requestId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("is sent once, however often the answer is lost, and again when that is meant", async () => {
    const withPhone = { ...carlos, guest: { ...carlos.guest, phone: "+573001234567" } };
    const { replies: asked } = await open({
      replies: replies()
        .on(listPasses, { passes: [withPhone], totalPages: 1 })
        .on(sendPass, failing(new NoAnswer())),
    });
    await button("Compartir la invitación de Carlos Pérez").click();
    await button("Enviar por SMS").click();
    await button("Entendido").click();
    asked.on(sendPass, { ok: true });
    for (const count of [2, 3]) {
      await button("Enviar por SMS").click();
      await expect.poll(() => asked.asked(sendPass)).toHaveLength(count);
    }
    const [first, again, third] = asked.asked(sendPass).map(({ body }) => body.requestId);
    expect(again).toBe(first);
    expect(third).not.toBe(first);
  });

  test("is shared again, by the phone's own sheet too", async () => {
    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    try {
      await open();
      await button("Compartir la invitación de Carlos Pérez").click();
      await button("Compartir").click();
      expect(share).toHaveBeenCalledWith({
        title: "Invitación",
        text: expect.stringContaining(sharing.address),
      });
    } finally {
      Reflect.deleteProperty(navigator, "share");
    }
  });
});

describe("who makes passes", () => {
  const link = page.getByRole("link", { name: "Invitaciones" });
  test("the administration of its building, with all that a home may say", async () => {
    const { replies: asked } = await open({
      as: somebody("ADMINISTRADOR", "Alberto Administrador"),
      size: "desktop",
    });
    await expect.element(page.getByText(`Administración de ${mirador.name}`)).toBeVisible();
    expect(asked.asked(listPasses).at(-1)?.query.apartmentId).toBeUndefined();
    await button("Invitar").click();
    await field("Nombre").fill("Ascensores SAS");
    await button("Continuar").click();
    await page.getByRole("radio", { name: "Varios días" }).click();
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await field("Último día").fill(inAWeek);
    await button("Crear invitación").click();
    await expect
      .poll(() => asked.asked(makePass).at(-1)?.body)
      .toMatchObject({ apartmentId: null, entries: null });
  });

  test("the lobby for the day", async () => {
    await open({ as: somebody("PORTERIA", "Pedro Portero") });
    await button("Invitar").click();
    await field("Nombre").fill("Domicilio");
    await button("Continuar").click();
    await expect.element(field("Hoy, hasta")).toBeVisible();
    await expect.element(page.getByText("Te avisamos cuando llegue.", { exact: true })).toBeVisible();
    expect(page.getByRole("radio").elements()).toEqual([]);
  });

  test("not the platform, and nobody without a home", async () => {
    await renderScreen(PASSES, { as: platformAdministrator() });
    await expect.element(page.getByRole("heading", { name: "Invitaciones" })).not.toBeInTheDocument();
    expect(link.elements()).toEqual([]);
    await open({ as: somebody("RESIDENTE", "Rita Residente") });
    await expect.element(page.getByText("Para invitar a alguien necesitas un apartamento.")).toBeVisible();
  });

  test("a resident finds their guests on the first screen, and in the menu", async () => {
    const screen = await renderScreen("/building/dashboard", { as: rosa(), replies: replies() });
    await page.getByRole("link", { name: /^Invitados: 5 adentro, 1 por llegar\. Se quedó/ }).click();
    await expect.poll(() => screen.path()).toBe(PASSES);
    await expect.element(link).toHaveAttribute("aria-current", "page");
  });
});
