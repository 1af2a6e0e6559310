import { listDecisions } from "@umbral/contract/access-control/access-events.contract";
import { readAccess } from "@umbral/contract/access-control/access-levels.contract";
import { listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import { listAudit } from "@umbral/contract/audit/audit.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import {
  askSecondFactor,
  confirmSecondFactor,
  offerSecondFactor,
  ownSecondFactor,
  showOwnSecondFactor,
} from "@umbral/contract/auth/second-factor.contract";
import { readApartments } from "@umbral/contract/buildings/administering-apartments.contract";
import {
  changeBuilding,
  readBuildingSettings,
} from "@umbral/contract/buildings/administering-buildings.contract";
import {
  type AdminBuilding,
  administerBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import { importPeople } from "@umbral/contract/buildings/import.contract";
import { listCameras } from "@umbral/contract/cameras/cameras.contract";
import { readDoors } from "@umbral/contract/doors/administering-doors.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { listOpenings } from "@umbral/contract/doors/openings.contract";
import { listTokens } from "@umbral/contract/integrations/tokens.contract";
import { listDeliveries, listWebhooks } from "@umbral/contract/integrations/webhooks.contract";
import { readOverview } from "@umbral/contract/overview/overview.contract";
import { listUserDetails } from "@umbral/contract/users/user-details.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../../testing/screens/access.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { violations } from "../../../../testing/screens/look.ts";
import { mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../../testing/screens/places.ts";
import { failing, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const building: AdminBuilding = {
  ...miradorSettings,
  apartments: 8,
  doors: 3,
  controller: "online",
  lastSeenAt: "2026-11-20T12:00:00.000Z",
};
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");
const nothing = { totalPages: 1, hasOlder: false };
const replies = () =>
  placesReplies()
    .on(administerBuildings, { buildings: [building] })
    .on(readBuilding, { building })
    .on(readOverview, {
      buildings: [],
      troubles: [],
      hasMoreTroubles: false,
      waiting: [],
      today: { openings: null, visits: null, guests: null },
    })
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readAccess, miradorAccess)
    .on(listTokens, { tokens: [] })
    .on(listWebhooks, { webhooks: [] })
    .on(listDeliveries, { deliveries: [], totalPages: 1 })
    .on(readDoors, { doors: [] })
    .on(readApartments, { building: mirador, apartments: [], totalPages: 1 })
    .on(listDoors, { doors: [] })
    .on(listCameras, { cameras: [] })
    .on(listUserDetails, { users: [], totalPages: 1, isMore: false })
    .on(listOpenings, { eventOpenDoorDetails: [], ...nothing })
    .on(listIntrusions, { eventIntrusionDetails: [], ...nothing })
    .on(listDecisions, { accessEvents: [], ...nothing })
    .on(listAudit, { entries: [], ...nothing });

/** Every screen of the administration, what its address becomes with one building chosen, and how it is headed. */
const screens = [
  ["", undefined, "Panel de Administración"],
  ["/card-manager", undefined, "Administrador de tarjetas"],
  ["/users", undefined, "Administrar Usuarios"],
  ["/import", undefined, "Importar"],
  ["/audit", undefined, "Auditoría"],
  ["/buildings", `/buildings/${mirador.id}`, mirador.name],
  ["/admin-buildings", `/buildings/${mirador.id}`, mirador.name],
  ["/admin-building-apartment", `/buildings/${mirador.id}/apartments`, `Apartamentos de ${mirador.name}`],
  ["/access-levels", `/buildings/${mirador.id}/settings`, mirador.name],
  [`/buildings/${mirador.id}/settings`, undefined, mirador.name],
  ["/events/event-intrusion", undefined, "Monitoreo de Intrusos"],
  ["/events/open-door", undefined, "Monitoreo Puertas Abiertas"],
  ["/events/access", undefined, "Lecturas de tarjetas"],
] as const;

describe("who administers one building", () => {
  for (const [path, leadsTo, title] of screens) {
    test(`opens ${path || "the panel"} of their own`, async () => {
      const screen = await renderScreen(`/admin-dashboard${path}`, { as: alberto, replies: replies() });
      await expect.element(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      expect(screen.path().split("?")[0]).toBe(`/admin-dashboard${leadsTo ?? path}`);
      // With one building there is no choice among all.
      expect(page.getByText("Todos los edificios").elements()).toEqual([]);
      // What only the platform does is not offered.
      for (const name of [/^Reiniciar/, /^Crear edificio/, /^Eliminar edificio/]) {
        expect(page.getByRole("button", { name }).elements()).toEqual([]);
      }
    });
  }

  test("imports into it without choosing it, and reads nothing of what the platform alone brings", async () => {
    const given = replies().on(importPeople, { isApplied: false, rows: [] });
    await renderScreen("/admin-dashboard/import", { as: alberto, replies: given });
    await expect.element(page.getByText(/La tarjeta se la das después de validarla/)).toBeVisible();
    expect(page.getByText(/Administrador, Portería/).elements()).toEqual([]);
    await page
      .getByLabelText("Archivo", { exact: true })
      .upload(new File(["Torre;Piso;Apartamento"], "edificio.csv", { type: "text/csv" }));
    await page.getByRole("button", { name: "Revisar el archivo" }).click();
    await expect.poll(() => given.asked(importPeople)).toMatchObject([{ params: { id: mirador.id } }]);
  });

  test("has no platform to look after", async () => {
    await renderScreen("/admin-dashboard/administrators", { as: alberto, replies: replies() });
    await expect.element(page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
  });
});

const groups = [
  [alberto, ["Personas", "Accesos", "Eventos", "Edificio"]],
  [platformAdministrator(), ["Personas", "Accesos", "Eventos", "Edificio", "Plataforma"]],
] as const;
for (const [as, titles] of groups) {
  test(`the menu of ${as.user.name} stands whole at 900 px of height, in groups`, async () => {
    await renderScreen("/admin-dashboard/users", { as, replies: replies() });
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    const here = menu.getByRole("link", { name: "Administrar Usuarios" });
    await expect.element(here).toHaveAttribute("aria-current", "page");
    expect([...document.querySelectorAll("aside summary")].map(({ textContent }) => textContent)).toEqual(
      titles,
    );
    const side = document.querySelector("aside");
    for (const title of titles) {
      const group = [...document.querySelectorAll<HTMLDetailsElement>("aside details")].find(
        (details) => details.querySelector("summary")?.textContent === title,
      );
      if (group?.open === false) {
        await menu.getByText(title, { exact: true }).click();
      }
      expect(group?.open, title).toBe(true);
      expect(document.querySelectorAll("aside details[open]")).toHaveLength(1);
      expect(side?.scrollHeight, title).toBe(side?.clientHeight);
    }
    for (const link of menu.getByRole("link").elements()) {
      expect(link.getBoundingClientRect().height, link.textContent).toBeGreaterThanOrEqual(44);
    }
    expect(await violations()).toEqual([]);
  });
}

const settings = `/buildings/${mirador.id}/settings`;
const marks = [
  [settings, "Administrar Edificios"],
  [`${settings}?ver=niveles`, "Niveles de acceso"],
  [`${settings}?ver=integraciones`, "Integraciones"],
  [`/buildings/${mirador.id}/apartments`, "Administrar Apartamento"],
] as const;
for (const [path, label] of marks) {
  test(`the menu marks '${label}', and nothing else, at ${path.replace(mirador.id, "…")}`, async () => {
    await renderScreen(`/admin-dashboard${path}`, { as: alberto, replies: replies() });
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    // Where one is stands in the group that is open.
    await expect
      .element(menu.getByRole("link", { name: label, exact: true }))
      .toHaveAttribute("aria-current", "page");
    expect(document.querySelectorAll("aside [aria-current]")).toHaveLength(1);
  });
}

test("on a phone the menu shows the group where one is, and the others by their titles", async () => {
  await renderScreen("/admin-dashboard/users", { as: alberto, size: "phone", replies: replies() });
  await page.getByRole("button", { name: "Menú" }).click();
  const menu = page.getByRole("dialog").getByRole("navigation", { name: "Menú principal" });
  await expect.element(menu.getByRole("link", { name: "Administrar Usuarios" })).toBeVisible();
  const away = menu.getByRole("link", { name: "Auditoría" });
  expect(away.elements()).toEqual([]);
  await menu.getByText("Edificio", { exact: true }).click();
  await away.click();
  await expect.element(page.getByRole("heading", { name: "Auditoría", level: 1 })).toBeVisible();
});

describe("the second factor of who administers one building", () => {
  const users = page.getByRole("heading", { name: "Administrar Usuarios", level: 1 });

  test("is asked for before anything of the administration, and once", async () => {
    let isShown = false;
    const all = replies()
      .on(askSecondFactor, () => ({ isShown, isInUse: true }))
      .on(showOwnSecondFactor, ({ body }) => {
        if (!("code" in body) || body.code !== "123456") {
          throw refused("SECOND_FACTOR_CODE_WRONG");
        }
        isShown = true;
        return { ok: true as const };
      });
    await renderScreen("/admin-dashboard/users", { as: alberto, size: "phone", replies: all });
    const code = page.getByLabelText("Código");
    await expect.element(code).toBeVisible();
    expect(all.asked(listUserDetails)).toEqual([]);
    expect(await violations()).toEqual([]);
    await code.fill("000000");
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect.element(page.getByText("El código no es válido", { exact: false })).toBeVisible();
    await code.fill("123456");
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect.element(users).toBeVisible();
  });

  test("is made first by who has none", async () => {
    let isShown = false;
    const all = replies()
      .on(askSecondFactor, () => ({ isShown, isInUse: isShown }))
      .on(ownSecondFactor, { since: null, codesLeft: 0, hasPasskeys: false })
      .on(offerSecondFactor, { secret: "JBSWY3DPEHPK3PXP" })
      .on(confirmSecondFactor, () => {
        isShown = true;
        return { recoveryCodes: ["aaaa-bbbb"] };
      });
    await renderScreen("/admin-dashboard/users", { as: alberto, replies: all });
    await page.getByLabelText("Contraseña actual").fill("una clave larga");
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByRole("textbox", { name: "Código" }).fill("123456");
    await page.getByRole("button", { name: "Activar" }).click();
    await expect.element(page.getByText("aaaa-bbbb")).toBeVisible();
  });

  test("shows its recovery codes until they were seen, also where the line was lost meanwhile", async () => {
    let isShown = false;
    const line = new ServerLine();
    const all = replies()
      .on(askSecondFactor, () => ({ isShown, isInUse: isShown }))
      .on(ownSecondFactor, { since: null, codesLeft: 0, hasPasskeys: false })
      .on(offerSecondFactor, { secret: "JBSWY3DPEHPK3PXP" })
      .on(confirmSecondFactor, () => {
        isShown = true;
        return { recoveryCodes: ["aaaa-bbbb"] };
      });
    await renderScreen("/admin-dashboard/users", { as: alberto, replies: all, line });
    await page.getByLabelText("Contraseña actual").fill("una clave larga");
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByRole("textbox", { name: "Código" }).fill("123456");
    await page.getByRole("button", { name: "Activar" }).click();
    await expect.element(page.getByText("aaaa-bbbb")).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    // Twice, so that the first answer is drawn by the time the second one is asked for.
    for (const _time of [1, 2]) {
      const before = all.asked(askSecondFactor).length;
      line.goAway();
      line.comeBack();
      await expect.poll(() => all.asked(askSecondFactor).length).toBeGreaterThan(before);
    }
    await expect.element(page.getByText("aaaa-bbbb")).toBeVisible();
    await page.getByRole("button", { name: "Ya los guardé" }).click();
    await expect.element(users).toBeVisible();
  });

  test("that cannot be asked for lets nobody in", async () => {
    const all = replies().on(askSecondFactor, failing(refused("FAULT")));
    await renderScreen("/admin-dashboard/users", { as: alberto, replies: all });
    await expect.element(page.getByRole("button", { name: "Intentar de nuevo" })).toBeVisible();
    expect(all.asked(listUserDetails)).toEqual([]);
  });
});

test("what the desk asks of guests is said in the building's settings", async () => {
  const asked = replies().on(changeBuilding, { building: miradorSettings });
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings`, { as: alberto, replies: asked });
  const group = page.getByRole("group", { name: "Invitados en la portería" });
  await group.getByLabelText("Foto de quien entra").selectOptions("Siempre se pide");
  await group.getByLabelText("Foto de su documento").selectOptions("Se puede tomar");
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect
    .poll(() => asked.asked(changeBuilding).at(-1)?.body)
    .toEqual({ deskPicture: "must", deskDocument: "may" });
});

test("of a siren that would be tried no door is spoken of", async () => {
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings`, {
    as: alberto,
    replies: replies(),
  });
  await page.getByLabelText("Sirena").selectOptions("Relé de red (HTTP)");
  const group = page.getByRole("group", { name: "Sirena y eventos" });
  await expect
    .element(group.getByText("El controlador busca el relé y comprueba su contraseña. No lo mueve."))
    .toBeVisible();
  await expect.element(group).not.toHaveTextContent("puerta");
});

test("a building that is renamed is changed in its name alone, and back again", async () => {
  const asked = replies().on(changeBuilding, { building: miradorSettings });
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings`, { as: alberto, replies: asked });
  const name = page.getByRole("textbox", { name: "Nombre del edificio" });
  const save = page.getByRole("button", { name: "Guardar cambios" });
  const bodies = () => asked.asked(changeBuilding).map(({ body }) => body);
  await save.click();
  await expect.element(page.getByText("Actualización exitosa")).toBeVisible();
  expect(bodies()).toEqual([]);
  await name.fill("Mirador del Lago");
  await save.click();
  await expect.poll(bodies).toEqual([{ name: "Mirador del Lago" }]);
  await expect.element(save).toBeEnabled();
  // What was saved is what the next change is compared with.
  await name.fill(miradorSettings.name);
  await save.click();
  await expect.poll(bodies).toEqual([{ name: "Mirador del Lago" }, { name: miradorSettings.name }]);
});
