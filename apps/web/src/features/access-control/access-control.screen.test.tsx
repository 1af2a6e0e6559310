import {
  changeAccessLevel,
  changeOfflineDays,
  createAccessLevel,
  createAccessSchedule,
  deleteAccessLevel,
  deleteAccessSchedule,
  deleteBuildingHoliday,
  giveAccessLevel,
  readAccess,
  readPersonLevels,
  setBuildingHoliday,
  takeAccessLevel,
  testAccess,
} from "@umbral/contract/access-control/access-levels.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { listCards } from "@umbral/contract/cards/cards.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { findUserDetail } from "@umbral/contract/users/user-details.contract";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  accessReplies,
  byName,
  byRole,
  doors,
  gym,
  idleSchedule,
  LEVELS,
  miradorAccess,
  schedule,
  sergio,
  services,
} from "../../../testing/screens/access.ts";
import { beyondTheEdge, everyLook, says, violations, wholePage } from "../../../testing/screens/look.ts";
import { mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings } from "../../../testing/screens/places.ts";
import { failing, failingUntilPressed, held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const as = platformAdministrator();
const standing = { apartments: 8, doors: 3, controller: "online", lastSeenAt: null } as const;
const part = (name: string) => page.getByRole("region", { name });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = () => page.getByRole("dialog");

/** Finds Sergio by his name in the part of this name. */
async function choosePerson(where: string): Promise<void> {
  await part(where).getByRole("searchbox", { name: "Persona" }).fill("sergio");
  await part(where)
    .getByRole("button", { name: /Sergio Servicios/ })
    .click();
}

describe("the levels of a building", () => {
  for (const look of everyLook) {
    test(`are read in words (${look.size}, ${look.colorScheme})`, async () => {
      await renderScreen(LEVELS, { as, replies: accessReplies(), ...look });
      const levels = part("Niveles de acceso");
      await expect.element(levels.getByRole("heading", { name: "Servicios" })).toBeVisible();
      for (const words of [
        "Las puertas comunes y las de su torre y su piso",
        "Residente líder, Residente, Residente temporal y Propietario",
        "12 personas lo tienen",
        "Entra también con la puerta bloqueada",
        "Lun–sáb 6:00 AM–6:00 PM",
        "Festivos: no",
        "El Gimnasio",
      ]) {
        await expect.element(levels.getByText(words).first()).toBeVisible();
      }
      await choosePerson("Niveles de una persona");
      await expect.element(page.getByText("Por su rol: Servicios")).toBeVisible();
      await page
        .getByText(/Festivos de Colombia/)
        .first()
        .click();
      await expect.element(page.getByText("Viernes 25 dic 2026")).toBeVisible();
      await wholePage();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
      await press("Crear nivel");
      await expect.element(dialog()).toBeVisible();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    });
  }

  test("load, fail, are asked again, and may be none", async () => {
    const waiting = held(miradorAccess);
    const replies = accessReplies().on(readAccess, waiting.answer);
    await renderScreen(LEVELS, { as, replies });
    await waiting.isAsked;
    await expect.element(page.getByText("Cargando…")).toBeInTheDocument();
    const empty = { ...miradorAccess, levels: [], schedules: [], holidays: [], doors: [] };
    replies.on(readAccess, failingUntilPressed(refused("NOT_FOUND"), empty));
    const screen = await renderScreen(LEVELS, { as, replies });
    await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
    await press("Intentar de nuevo");
    await expect.element(page.getByText("Este edificio todavía no tiene niveles.")).toBeVisible();
    await expect.element(page.getByText("Este edificio todavía no tiene horarios.")).toBeVisible();
    expect(await violations()).toEqual([]);
    // Somebody else makes one meanwhile.
    replies.on(readAccess, miradorAccess);
    screen.line.say("building:changed", { buildingId: mirador.id });
    await expect.element(page.getByRole("heading", { name: "Residentes" })).toBeVisible();
  });

  test("are made with the keyboard alone, seen as a sentence while they are chosen", async () => {
    const replies = accessReplies().on(createAccessLevel, { level: gym });
    await renderScreen(LEVELS, { as, replies });
    const create = page.getByRole("button", { name: "Crear nivel" });
    await expect.element(create).toBeVisible();
    create.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog()).toBeVisible();
    page.getByRole("textbox", { name: "Nombre del nivel" }).element().focus();
    await userEvent.keyboard("Aseo{Enter}");
    // Nothing is sent that opens no door: the first box has the focus.
    await expect.element(page.getByText("* Elige al menos una puerta")).toBeVisible();
    await expect.element(page.getByRole("checkbox", { name: "Puerta principal" })).toHaveFocus();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard(" {Tab} ");
    await dialog().getByRole("combobox", { name: "Horario" }).selectOptions(schedule.id);
    await expect
      .element(
        dialog().getByText(
          "Quien tenga este nivel puede entrar por la Puerta principal y el Garaje lun–sáb 6:00 AM–6:00 PM. Festivos: no.",
        ),
      )
      .toBeVisible();
    dialog().getByRole("textbox").element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(replies.asked(createAccessLevel).map(({ body }) => body)).toEqual([
      {
        name: "Aseo",
        doors: { kind: "chosen", doorIds: [doors[0]?.id, doors[1]?.id] },
        scheduleId: schedule.id,
        passesLocked: false,
        outlastsServer: false,
      },
    ]);
  });

  const atFields = [
    ["NAME_TAKEN", "* Ya existe otro con ese nombre"],
    ["DOOR_NOT_FOUND", "* Esta puerta ya no existe"],
    ["SCHEDULE_NOT_FOUND", "* Este horario ya no existe"],
  ] as const;
  for (const [code, sentence] of atFields) {
    test(`that are refused say why at the field: ${code}`, async () => {
      const replies = accessReplies().on(changeAccessLevel, failing(refused(code)));
      await renderScreen(LEVELS, { as, replies });
      await press("Cambiar el nivel Gimnasio");
      await dialog().getByRole("textbox").fill("Gimnasio nuevo");
      await press("Guardar cambios");
      await expect.element(dialog().getByText(sentence)).toBeVisible();
      await expect.poll(() => document.activeElement?.getAttribute("aria-invalid")).toBe("true");
      expect(await violations()).toEqual([]);
      // The same may be asked again: what stood in the way may be gone.
      replies.on(changeAccessLevel, { level: gym });
      await press("Guardar cambios");
      await expect.element(dialog()).not.toBeInTheDocument();
    });
  }

  test("whose schedule somebody else deletes meanwhile do not become 'always'", async () => {
    const replies = accessReplies();
    const { line } = await renderScreen(LEVELS, { as, replies });
    await press("Cambiar el nivel Servicios");
    await expect.element(dialog().getByRole("combobox")).toHaveValue(schedule.id);
    replies.on(readAccess, { ...miradorAccess, schedules: [idleSchedule] });
    line.say("building:changed", { buildingId: mirador.id });
    await expect.element(dialog().getByText("Elige un horario.")).toBeVisible();
    await press("Guardar cambios");
    await expect.element(dialog().getByText("* Este horario ya no existe. Elige otro")).toBeVisible();
    expect(replies.asked(changeAccessLevel)).toEqual([]);
  });

  test("that somebody else deleted meanwhile say so", async () => {
    const replies = accessReplies().on(changeAccessLevel, failing(refused("ACCESS_LEVEL_NOT_FOUND")));
    await renderScreen(LEVELS, { as, replies });
    await press("Cambiar el nivel Gimnasio");
    await dialog().getByRole("textbox").fill("Gimnasio nuevo");
    await press("Guardar cambios");
    await says("Lo sentimos!", "Este nivel de acceso ya no existe.");
  });

  test("that are renamed are changed in their name alone, and those that stay as they are not at all", async () => {
    const replies = accessReplies().on(changeAccessLevel, { level: gym });
    await renderScreen(LEVELS, { as, replies });
    await press("Cambiar el nivel Gimnasio");
    await press("Guardar cambios");
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(replies.asked(changeAccessLevel)).toEqual([]);
    await press("Cambiar el nivel Gimnasio");
    await dialog().getByRole("textbox").fill("Gimnasio nuevo");
    await press("Guardar cambios");
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(replies.asked(changeAccessLevel).map(({ body }) => body)).toEqual([{ name: "Gimnasio nuevo" }]);
  });

  test("go with a question that says how many lose them; those of the building stay", async () => {
    const replies = accessReplies().on(deleteAccessLevel, failing(refused("LEVEL_OF_BUILDING")));
    await renderScreen(LEVELS, { as, replies });
    await expect.element(page.getByRole("button", { name: "Eliminar el nivel Gimnasio" })).toBeVisible();
    expect(page.getByRole("button", { name: /^Eliminar el nivel/ }).elements()).toHaveLength(1);
    await press("Eliminar el nivel Gimnasio");
    await says(
      "¿Eliminar el nivel Gimnasio?",
      "2 personas lo pierden de inmediato, en la app y con su tarjeta. Esta acción no se puede deshacer.",
    );
    await press("Cancelar");
    expect(replies.asked(deleteAccessLevel)).toEqual([]);
    await press("Eliminar el nivel Gimnasio");
    await press("Continuar");
    await says(
      "Lo sentimos!",
      "Este nivel viene con el edificio y no se elimina. Puedes cambiar sus puertas y su horario.",
    );
  });
});

describe("schedules, holidays and days without the server", () => {
  test("a schedule has ranges of days and hours of its own on holidays", async () => {
    const replies = accessReplies().on(createAccessSchedule, failing(refused("NAME_TAKEN")));
    await renderScreen(LEVELS, { as, replies, size: "phone" });
    await press("Crear horario");
    await dialog().getByRole("textbox", { name: "Nombre del horario" }).fill("Gimnasio");
    await dialog().getByRole("checkbox", { name: "Sábado" }).click();
    await press("Agregar horas");
    await dialog().getByRole("radio", { name: "Horas propias" }).click();
    await expect
      .element(
        dialog().getByText("Lun–vie 6:00 AM–6:00 PM y lun–sáb 6:00 AM–6:00 PM. Festivos: 8:00 AM–12:00 PM."),
      )
      .toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await dialog().getByRole("button", { name: "Crear horario" }).click();
    await expect.element(dialog().getByText("* Ya existe otro con ese nombre")).toBeVisible();
    expect(replies.asked(createAccessSchedule)[0]?.body).toEqual({
      name: "Gimnasio",
      hours: [
        { days: [1, 2, 3, 4, 5], from: "06:00", to: "18:00" },
        { days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" },
      ],
      onHolidays: { kind: "hours", hours: [{ from: "08:00", to: "12:00" }] },
    });
  });

  test("a schedule in use stays, and says by which levels; another goes", async () => {
    const replies = accessReplies().on(deleteAccessSchedule, failing(refused("SCHEDULE_IN_USE")));
    await renderScreen(LEVELS, { as, replies });
    await press("Eliminar el horario Horario de servicios");
    await says(
      "El horario Horario de servicios está en uso",
      "Lo usa el nivel Servicios. Dale otro horario primero.",
    );
    await press("Entendido");
    expect(replies.asked(deleteAccessSchedule)).toEqual([]);
    await press("Eliminar el horario Madrugada");
    await press("Continuar");
    // Somebody gave it to a level in the same moment.
    await says(
      "Lo sentimos!",
      "Hay niveles de acceso o puertas con este horario. Dales otro horario primero.",
    );
  });

  test("a day of the building is added, renamed and taken; one is a holiday once", async () => {
    const holiday = { day: "2026-12-26", name: "Novena", isOwn: true };
    const replies = accessReplies()
      .on(setBuildingHoliday, { holiday })
      .on(deleteBuildingHoliday, { ok: true });
    await renderScreen(LEVELS, { as, replies });
    await press("Agregar festivo");
    await dialog().getByLabelText("Día").fill("2026-12-25");
    await dialog().getByRole("textbox", { name: "Nombre del festivo" }).fill("Novena");
    await dialog().getByRole("button", { name: "Agregar festivo" }).click();
    await expect.element(dialog().getByText("* Ese día ya es festivo: Navidad")).toBeVisible();
    await dialog().getByLabelText("Día").fill("2026-12-26");
    await dialog().getByRole("button", { name: "Agregar festivo" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await press("Cambiar el nombre de Asamblea de copropietarios");
    await dialog().getByRole("textbox").fill("Asamblea");
    await press("Guardar nombre");
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(replies.asked(setBuildingHoliday).map(({ params, body }) => [params.day, body.name])).toEqual([
      ["2026-12-26", "Novena"],
      ["2026-12-18", "Asamblea"],
    ]);
    await press("Quitar el festivo Asamblea de copropietarios");
    await press("Continuar");
    await expect
      .poll(() => replies.asked(deleteBuildingHoliday).map(({ params }) => params.day))
      .toEqual(["2026-12-18"]);
  });

  test("days without the server are from 1 to 90", async () => {
    const replies = accessReplies().on(changeOfflineDays, ({ body }) => body);
    await renderScreen(LEVELS, { as, replies });
    const days = page.getByRole("textbox", { name: "Días que el edificio sigue abriendo por su cuenta" });
    await days.fill("91");
    await press("Guardar días");
    await expect.element(page.getByText("* Escribe de 1 a 90 días")).toBeVisible();
    await days.fill("7");
    await press("Guardar días");
    await expect.element(page.getByText("Sin servidor, el edificio sigue abriendo 7 días.")).toBeVisible();
    expect(replies.asked(changeOfflineDays).map(({ body }) => body)).toEqual([{ offlineDays: 7 }]);
  });
});

describe("'Probar acceso'", () => {
  test("answers by day and hour, aloud, and forgets its answer when something else is asked", async () => {
    const sentence = "Sergio puede entrar por la Puerta principal lun–sáb 6:00 AM–6:00 PM";
    const replies = accessReplies().on(testAccess, { outcome: "granted", sentence, person: null });
    await renderScreen(LEVELS, { as, replies, size: "phone" });
    const trial = part("Probar acceso");
    await trial.getByRole("button", { name: "Probar acceso" }).click();
    await expect.element(trial.getByText("* Elige una persona")).toBeVisible();
    await choosePerson("Probar acceso");
    await trial.getByLabelText("Día y hora").fill("2026-11-20T10:00");
    await trial.getByRole("button", { name: "Probar acceso" }).click();
    await expect.element(trial.getByRole("status")).toHaveTextContent(sentence);
    expect(replies.asked(testAccess)[0]?.body).toEqual({
      userId: sergio.id,
      doorId: doors[0]?.id,
      at: "2026-11-20T15:00:00.000Z",
    });
    await wholePage();
    expect(await violations()).toEqual([]);
    await trial.getByLabelText("Día y hora").fill("2026-11-20T22:00");
    await expect.element(trial.getByText(sentence)).not.toBeInTheDocument();
    const alone = "Si el controlador no está, decide la placa: tampoco entra.";
    replies.on(testAccess, { outcome: "not-now", sentence: "No: a esa hora no", alone, person: null });
    await trial.getByRole("button", { name: "Probar acceso" }).click();
    await expect.element(trial.getByRole("status")).toHaveTextContent("No: a esa hora no");
    await expect.element(trial.getByText(alone)).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    replies.on(testAccess, failing(refused("DOOR_NOT_FOUND")));
    await trial.getByRole("combobox", { name: "Puerta" }).selectOptions("Garaje");
    await trial.getByRole("button", { name: "Probar acceso" }).click();
    await expect.element(trial.getByRole("status")).toHaveTextContent("Esta puerta ya no existe.");
  });

  test("answers by a card's number and by a PIN, and whose they are", async () => {
    const named = { id: sergio.id, name: "Sergio Servicios" };
    const replies = accessReplies().on(testAccess, ({ body }) =>
      "tag" in body
        ? { outcome: "suspended" as const, sentence: "No: su tarjeta está desactivada", person: named }
        : { outcome: "unknown" as const, sentence: "No: nadie tiene ese PIN", person: null },
    );
    await renderScreen(LEVELS, { as, replies, size: "phone" });
    const trial = part("Probar acceso");
    const press = () => trial.getByRole("button", { name: "Probar acceso" }).click();
    await trial.getByLabelText("Por qué se pregunta").selectOptions("Una tarjeta");
    await press();
    await expect.element(trial.getByText("* Escribe el número de la tarjeta")).toBeVisible();
    await trial.getByLabelText("Número de la tarjeta").fill("04:A1:B2:C3");
    await press();
    await expect.element(trial.getByText("Es de Sergio Servicios.")).toBeVisible();
    await expect.element(trial.getByText("No: su tarjeta está desactivada")).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    await trial.getByLabelText("Por qué se pregunta").selectOptions("Un PIN");
    await expect.element(trial.getByText("Es de Sergio Servicios.")).not.toBeInTheDocument();
    await trial.getByLabelText("PIN", { exact: true }).fill("12a");
    await press();
    await expect.element(trial.getByText("* Escribe el PIN: solo números")).toBeVisible();
    await trial.getByLabelText("PIN", { exact: true }).fill("482913");
    await press();
    await expect.element(trial.getByText("No: nadie tiene ese PIN")).toBeVisible();
    expect(replies.asked(testAccess).map(({ body }) => body)).toMatchObject([
      { tag: "04:A1:B2:C3" },
      { pin: "482913" },
    ]);
  });

  test("looks for people in the building first, and then elsewhere", async () => {
    const replies = accessReplies();
    await renderScreen(LEVELS, { as, replies });
    const trial = part("Probar acceso");
    await trial.getByRole("searchbox").fill("nadie");
    await expect.element(trial.getByText("Nadie de este edificio coincide con tu búsqueda.")).toBeVisible();
    await trial.getByRole("button", { name: "Buscar fuera del edificio" }).click();
    await expect.element(trial.getByText("Ninguna persona coincide con tu búsqueda.")).toBeVisible();
  });
});

describe("the levels of a person", () => {
  test("are given by name with from and until, changed and taken", async () => {
    const replies = accessReplies()
      .on(readPersonLevels, { levels: [byRole] })
      .on(giveAccessLevel, failing(refused("GRANT_IN_THE_PAST")))
      .on(takeAccessLevel, { levels: [byRole] });
    await renderScreen(LEVELS, { as, replies });
    await choosePerson("Niveles de una persona");
    await press("Dar un nivel");
    await dialog().getByRole("button", { name: "Dar nivel" }).click();
    await expect.element(dialog().getByText("* Elige un nivel")).toBeVisible();
    await dialog().getByRole("combobox", { name: "Nivel" }).selectOptions(gym.name);
    await dialog().getByLabelText("Hasta (opcional)").fill("2126-12-24T18:00");
    await expect
      .element(
        dialog().getByText(
          "Sergio Servicios puede entrar por el Gimnasio siempre hasta el 24 dic 2126 6:00 PM.",
        ),
      )
      .toBeVisible();
    await dialog().getByRole("button", { name: "Dar nivel" }).click();
    await expect
      .element(dialog().getByText("* La fecha en que termina debe estar en el futuro"))
      .toBeVisible();
    expect(await violations()).toEqual([]);
    replies
      .on(giveAccessLevel, { levels: [byRole, byName] })
      .on(readPersonLevels, { levels: [byRole, byName] });
    await dialog().getByRole("button", { name: "Dar nivel" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(replies.asked(giveAccessLevel).at(-1)).toMatchObject({
      params: { levelId: gym.id, userId: sergio.id },
      body: { from: null, until: "2126-12-24T23:00:00.000Z" },
    });
    // What a role gives is not taken here.
    await expect.element(page.getByText("Lo dio Laura Plataforma")).toBeVisible();
    expect(page.getByRole("button", { name: `Quitar el nivel ${services.name}` }).elements()).toEqual([]);
    await press(`Quitar el nivel ${gym.name}`);
    await says(
      "¿Quitar el nivel Gimnasio?",
      "Sergio Servicios deja de entrar con él de inmediato, en la app y con su tarjeta.",
    );
    replies.on(readPersonLevels, { levels: [] });
    await press("Continuar");
    await expect.element(page.getByText("Sergio Servicios no tiene niveles en este edificio.")).toBeVisible();
    expect(replies.asked(takeAccessLevel)).toHaveLength(1);
  });

  test("stand where the person is shown with their cards, and are read when they are opened", async () => {
    const replies = accessReplies()
      .on(findUserDetail, { user: sergio })
      .on(listCards, { cards: [] })
      .on(administerBuildings, { buildings: [{ ...miradorSettings, ...standing }] });
    await renderScreen("/admin-dashboard/card-manager", { as, replies, size: "phone" });
    await page.getByLabelText("Número de documento").fill(sergio.cedula);
    await press("Consultar");
    const heading = page.getByRole("heading", { name: "Niveles de acceso" });
    await expect.element(heading).toBeVisible();
    expect(replies.asked(readPersonLevels)).toEqual([]);
    await heading.click();
    await expect.element(page.getByText("Por su rol: Servicios")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Dar un nivel" })).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });

  test("of who is nothing there say so", async () => {
    const replies = accessReplies().on(readPersonLevels, failing(refused("USER_NOT_FOUND")));
    await renderScreen(LEVELS, { as, replies });
    await choosePerson("Niveles de una persona");
    await expect.element(page.getByText("No se encontró el usuario ingresado.")).toBeVisible();
  });
});

describe("who administers one building", () => {
  for (const size of ["phone", "desktop"] as const) {
    test(`has its levels in the menu, and not again in their profile (${size})`, async () => {
      const replies = accessReplies().on(pendingEmail, { pending: null });
      const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");
      const screen = await renderScreen("/profile", { as: alberto, replies, size });
      await expect.element(page.getByRole("tab", { name: "Seguridad" })).toBeVisible();
      for (const name of ["Niveles de acceso", "Personas sin cuenta"]) {
        expect(page.getByRole("tab", { name }).elements()).toEqual([]);
      }
      if (size === "phone") {
        await press("Menú");
      }
      const menu = page.getByRole("navigation", { name: "Menú principal" });
      await menu.getByText("Accesos", { exact: true }).click();
      await menu.getByRole("link", { name: "Niveles de acceso" }).click();
      await expect.poll(screen.path).toBe(LEVELS);
      await expect.element(page.getByText("12 personas lo tienen")).toBeVisible();
      await choosePerson("Niveles de una persona");
      await expect.element(page.getByText("Por su rol: Servicios")).toBeVisible();
      await wholePage();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    });
  }

  test("does not share it with who only works there", async () => {
    const replies = accessReplies().on(pendingEmail, { pending: null });
    await renderScreen("/profile", { as: somebody("PORTERIA", "Pedro Portero"), replies });
    await expect.element(page.getByRole("tab", { name: "Seguridad" })).toBeVisible();
    expect(page.getByRole("tab", { name: "Niveles de acceso" }).elements()).toEqual([]);
  });
});
