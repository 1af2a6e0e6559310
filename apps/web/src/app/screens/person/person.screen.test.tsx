import { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { takePassBack } from "@umbral/contract/passes/passes.contract";
import {
  erasePerson,
  exportPerson,
  readPersonalData,
  setLegalHold,
} from "@umbral/contract/personal-data/personal-data.contract";
import {
  PERSON_EVENTS,
  type PersonEvent,
  type PersonPage,
  type PersonPass,
  readPerson,
} from "@umbral/contract/users/person.contract";
import { changeUser, listUserDetails } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../../testing/screens/access.ts";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { resize } from "../../../../testing/screens/frames.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../../testing/screens/look.ts";
import { passLike } from "../../../../testing/screens/passes.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import {
  cardOfRosa as card,
  rosaPageOfBuilding as ofBuilding,
  rosaPage as rosa,
  rosaId,
} from "../../../../testing/screens/person-page.ts";
import { failing, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const PERSON = `/admin-dashboard/people/${rosaId}`;
const replies = (person: PersonPage = rosa) =>
  new Replies()
    .on(readPerson, { person })
    .on(readPersonalData, {
      personalData: {
        hold: null,
        looks: [
          { at: "2026-11-20T12:00:00.000Z", by: { name: "Alberto Administrador" }, isTaken: false },
          { at: "2026-11-19T12:00:00.000Z", by: { name: "Laura Plataforma" }, isTaken: true },
        ],
        may: { export: true, erase: true, hold: true },
      },
    })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [] })
    .on(listDoors, { doors: [mainDoor] });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = () => page.getByRole("dialog");

for (const look of everyLook) {
  test(`one page tells all about a person (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen(PERSON, { as: platformAdministrator(), replies: replies(), ...look });
    await expect.element(page.getByRole("heading", { name: "Rosa Líder", level: 1 })).toBeVisible();
    for (const words of [
      "La de la mañana",
      "1000000001",
      "Apartamento A-101",
      card.tag,
      "No entró: Fuera de su horario",
      "Abrió: App",
      "Carlos Pérez",
      "Apartamento A-101 · Edificio Mirador del Parque",
      "Chrome en Android",
      "1000 o más",
      "Quién vio sus documentos",
      "Alberto Administrador",
    ]) {
      await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
    }
    await expect.element(page.getByText(/^Verificado el .* por Laura Plataforma$/)).toBeVisible();
    await expect.element(page.getByText("Rosa Líder no tiene niveles en este edificio.")).toBeVisible();
    if (look.size === "desktop") {
      // The menu says among what one is.
      const here = page.getByRole("link", { name: "Administrar Usuarios" });
      await expect.element(here).toHaveAttribute("aria-current", "page");
    }
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

/** A month of coming and going: as many as the server tells. */
const events: PersonEvent[] = Array.from({ length: PERSON_EVENTS }, (_, index) => ({
  kind: "opening",
  id: idOf(0xe100 + index),
  at: new Date(Date.parse("2026-11-20T12:00:00.000Z") - index * 43_200_000).toISOString(),
  doorName: `Puerta ${index + 1}`,
  buildingName: mirador.name,
  timeZone: "America/Bogota",
  origin: "APP",
  isCertain: true,
}));

for (const colorScheme of ["light", "dark"] as const) {
  test(`whoever comes and goes much has a page that stands level (${colorScheme})`, async () => {
    await renderScreen(PERSON, {
      as: platformAdministrator(),
      replies: replies({ ...rosa, events }),
      colorScheme,
    });
    const more = page.getByRole("button", { name: "Ver más" });
    await expect.element(more).toHaveAttribute("aria-expanded", "false");
    await expect.element(page.getByText("Quién vio sus documentos")).toBeVisible();
    const columns = () =>
      ["Hogares y roles", "Últimas aperturas y rechazos"].map((name) => {
        const column = page
          .getByRole("heading", { name, level: 2 })
          .element()
          .closest("section")?.parentElement;
        const last = column?.lastElementChild?.getBoundingClientRect();
        return { left: last?.left ?? 0, bottom: last?.bottom ?? 0 };
      });
    const [left, right] = columns();
    expect(right?.left).toBeGreaterThan(left?.left ?? 0);
    expect(Math.abs((left?.bottom ?? 0) - (right?.bottom ?? 0))).toBeLessThan(400);
    await wholePage();
    expect(await violations()).toEqual([]);
    // What is further back is a press away.
    expect(page.getByText("Puerta 6", { exact: true }).elements()).toEqual([]);
    await more.click();
    await expect.element(page.getByText(`Puerta ${PERSON_EVENTS}`, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Ver menos" }).click();
    await expect.element(page.getByText("Puerta 6", { exact: true })).not.toBeInTheDocument();
    // Beside the menu of a small laptop there is room for one.
    await resize(1024, 768);
    await expect.poll(() => new Set(columns().map((column) => column.left)).size).toBe(1);
    expect(beyondTheEdge()).toEqual([]);
  });
}

for (const look of everyLook) {
  test(`the pictures of a validation stand level (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen(PERSON, { as: platformAdministrator(), replies: replies(), ...look });
    await press("Validar otra vez");
    const pickers = dialog().getByRole("group");
    await expect.poll(() => pickers.elements()).toHaveLength(3);
    const boxes = pickers.elements().map((picker) => ({
      picker: picker.getBoundingClientRect(),
      preview: picker.querySelector("[data-of]")?.getBoundingClientRect(),
      button: picker.querySelector("button")?.getBoundingClientRect(),
    }));
    const different = (lengths: readonly (number | undefined)[]) =>
      new Set(lengths.map((length) => Math.round(length ?? 0))).size;
    expect(different(boxes.map(({ preview }) => preview?.height))).toBe(1);
    expect(different(boxes.map(({ picker }) => picker.width))).toBe(1);
    expect(different(boxes.map(({ button }) => button?.width))).toBe(1);
    // Three in one row, or one in each of three.
    const isRow = look.size !== "phone";
    expect(different(boxes.map(({ picker }) => picker.left))).toBe(isRow ? 3 : 1);
    expect(different(boxes.map(({ preview }) => preview?.top))).toBe(isRow ? 1 : 3);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("who was verified elsewhere is validated once more before a building gives them cards", async () => {
  await renderScreen(PERSON, {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies: replies({ ...ofBuilding, verified: true, validation: null }),
  });
  await expect.element(page.getByText("Otros verificaron su identidad.", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Validar otra vez" })).toBeVisible();
});

test("the building's administrator sees no sessions, and only what they may do", async () => {
  await renderScreen(PERSON, {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies: replies(ofBuilding),
    size: "phone",
  });
  await expect.element(page.getByRole("button", { name: "Validar identidad" })).toBeVisible();
  await expect.element(page.getByText("Para darle tarjetas, primero valida su identidad.")).toBeVisible();
  for (const absent of ["Desactivar", "Recuperar cédula", "Registrar tarjeta"]) {
    expect(page.getByRole("button", { name: absent, exact: true }).elements()).toEqual([]);
  }
  expect(page.getByRole("heading", { name: "Sesiones abiertas" }).elements()).toEqual([]);
  await press("Cambiar datos");
  await expect.element(dialog().getByRole("textbox", { name: "Alias" })).toBeVisible();
  expect(dialog().getByRole("textbox", { name: "Celular" }).elements()).toEqual([]);
});

test("somebody of another building is nobody", async () => {
  await renderScreen(PERSON, {
    as: somebody("ADMINISTRADOR", "Ana Administradora"),
    replies: replies().on(readPerson, failing(refused("USER_NOT_FOUND"))),
    expectInConsole: ["404"],
  });
  await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
});

test("alias and telephone are changed, once the number is one", async () => {
  const given = replies().on(changeUser, failing(refused("PLATFORM_ONLY")));
  await renderScreen(PERSON, { as: platformAdministrator(), replies: given, expectInConsole: ["403"] });
  await press("Cambiar datos");
  await dialog().getByRole("textbox", { name: "Celular" }).fill("12");
  await dialog().getByRole("button", { name: "Guardar cambios" }).click();
  await expect.element(dialog().getByText("* El número de teléfono no es válido")).toBeVisible();
  await dialog().getByRole("textbox", { name: "Celular" }).fill("310 555 1212");
  await dialog().getByRole("textbox", { name: "Alias" }).fill("Rosita");
  await dialog().getByRole("button", { name: "Guardar cambios" }).click();
  await press("Continuar");
  await expect.poll(() => given.asked(changeUser).map(({ body }) => body.alias)).toEqual(["Rosita"]);
  // What was refused is said, and the form is as it was.
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
});

test("a guest of the building is taken back from the page, once that is meant; a home's is not", async () => {
  const [pass] = ofBuilding.passes;
  if (pass === undefined) {
    throw new Error("there is no pass");
  }
  const technician: PersonPass = {
    ...pass,
    id: idOf(0x9a2),
    apartment: null,
    madeAs: "lobby",
    guest: { name: "Técnico de gas", plate: "", company: "" },
    entered: 0,
    lastMovementAt: null,
    state: "waiting",
    may: { takeBack: true },
  };
  const takenBack: PersonPass = { ...technician, state: "taken-back", may: { takeBack: false } };
  const given = replies({ ...ofBuilding, passes: [pass, technician] }).on(takePassBack, {
    pass: passLike(2, technician.guest.name, { state: "taken-back" }),
  });
  await renderScreen(PERSON, {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies: given,
    size: "phone",
  });
  const rows = page.getByRole("list", { name: "Invitaciones" }).getByRole("listitem");
  await expect.element(rows.nth(0)).toHaveTextContent(/Adentro .*Gas Natural · Placa ABC123/);
  await expect.element(rows.nth(1)).toHaveTextContent("Invitado de la portería · Edificio Mirador");
  expect(rows.nth(0).getByRole("button").elements()).toEqual([]);
  await press("Retirar la invitación de Técnico de gas");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(await violations()).toEqual([]);
  given.on(readPerson, { person: { ...ofBuilding, passes: [pass, takenBack] } });
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("Retiraste la invitación de Técnico de gas.")).toBeVisible();
  await expect.element(rows.nth(1)).toHaveTextContent(/Retirada/);
  expect(given.asked(takePassBack)).toHaveLength(1);
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

const held = {
  looks: [],
  hold: {
    since: "2026-11-03T12:00:00.000Z",
    reason: "Investigación 12 de la Fiscalía",
    by: { name: "Laura Plataforma" },
  },
  may: { export: true, erase: false, hold: true },
};

test("somebody is erased once their document is typed, and their page is left", async () => {
  const given = replies()
    .on(erasePerson, failing(refused("ERASURE_NOT_CONFIRMED")))
    .on(listUserDetails, { users: [], totalPages: 1, isMore: false });
  const open = await renderScreen(PERSON, {
    as: platformAdministrator(),
    replies: given,
    size: "phone",
    expectInConsole: ["422"],
  });
  await press("Borrar sus datos");
  await dialog().getByRole("button", { name: "Borrar para siempre" }).click();
  await expect.element(dialog().getByText("* Debes escribir el número de su documento")).toBeVisible();
  expect(given.asked(erasePerson)).toEqual([]);
  const field = dialog().getByRole("textbox", { name: "El número de su documento" });
  await field.fill("1000000002");
  await dialog().getByRole("button", { name: "Borrar para siempre" }).click();
  await expect.element(dialog().getByText(/No se borró nada/)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  given.on(erasePerson, { ok: true });
  await field.fill("1000000001");
  await dialog().getByRole("button", { name: "Borrar para siempre" }).click();
  await expect.poll(open.path).toBe("/admin-dashboard/users");
  await expect.element(page.getByText("Sus datos quedaron borrados.")).toBeVisible();
  expect(given.asked(erasePerson).map(({ body }) => body)).toEqual([
    { typed: "1000000002" },
    { typed: "1000000001" },
  ]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a legal hold is placed with its reason, and nothing is erased while it lasts (${colorScheme})`, async () => {
    const given = replies().on(setLegalHold, { personalData: held });
    await renderScreen(PERSON, { as: platformAdministrator(), replies: given, size: "phone", colorScheme });
    await press("Retener por ley");
    await dialog().getByRole("button", { name: "Retener por ley" }).click();
    await expect.element(dialog().getByText("* Debes escribir el motivo")).toBeVisible();
    given.on(readPersonalData, { personalData: held });
    await dialog().getByRole("textbox", { name: "Motivo" }).fill(held.hold.reason);
    await dialog().getByRole("button", { name: "Retener por ley" }).click();
    await expect
      .element(page.getByText("Retenidos por ley desde el 3 nov 2026 por Laura Plataforma"))
      .toBeVisible();
    expect(given.asked(setLegalHold).map(({ body }) => body)).toEqual([
      { isHeld: true, reason: held.hold.reason },
    ]);
    await expect.element(page.getByRole("button", { name: "Levantar la retención" })).toBeVisible();
    expect(page.getByRole("button", { name: "Borrar sus datos" }).elements()).toEqual([]);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("everything of somebody is asked for as a file; who is of another building too is the platform's", async () => {
  const given = replies().on(exportPerson, failing(refused("EXPORTS_BUSY")));
  await renderScreen(PERSON, {
    as: platformAdministrator(),
    replies: given,
    expectInConsole: ["503"],
  });
  await press("Descargar todo");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(given.asked(exportPerson)).toHaveLength(1);
});

test("the administration of one of two buildings is told who hands them over", async () => {
  await renderScreen(PERSON, {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies: replies(ofBuilding).on(readPersonalData, {
      personalData: { hold: null, looks: [], may: { export: false, erase: false, hold: false } },
    }),
  });
  await expect
    .element(page.getByText("También es de otro edificio: sus datos los entrega la plataforma."))
    .toBeVisible();
  for (const absent of ["Descargar todo", "Retener por ley", "Borrar sus datos"]) {
    expect(page.getByRole("button", { name: absent }).elements()).toEqual([]);
  }
});
