import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { readDoors } from "@umbral/contract/doors/administering-doors.contract";
import type { DeviceTrial } from "@umbral/contract/doors/device-trial";
import {
  createInput,
  type InputSettings,
  listInputs,
  tryInput,
} from "@umbral/contract/inputs/inputs.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mainDoorSettings } from "../../../testing/screens/doors.ts";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const WHY = "Rechazó el usuario o la contraseña.";

for (const colorScheme of ["light", "dark"] as const) {
  test(`an exit button is made for its door, and says what it does when it is stuck (${colorScheme})`, async () => {
    const made: InputSettings[] = [];
    const replies = placesReplies()
      .on(readBuildingSettings, { building: miradorSettings })
      .on(readDoors, { doors: [mainDoorSettings] })
      .on(listInputs, () => ({ inputs: made }))
      .on(tryInput, (): { trial: DeviceTrial } => ({
        trial: {
          device: "input",
          state: { outcome: "away", why: WHY, since: new Date().toISOString() },
          count: 0,
        },
      }))
      .on(createInput, ({ body }) => {
        const { doorId, ...fields } = body;
        const { id, name } = mainDoorSettings;
        made.push({
          ...fields,
          id: idOf(0x1f1),
          door: doorId === null ? null : { id, name },
          rest: fields.rest ?? "open",
          debounceMs: fields.debounceMs ?? 0,
        });
        return { input: made[0] as InputSettings };
      });
    await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=entradas`, {
      as: platformAdministrator(),
      replies,
      size: "phone",
      colorScheme,
    });
    await page.getByRole("button", { name: "Crear entrada" }).click();
    const form = page.getByRole("dialog");
    await expect.element(form.getByText("la puerta no queda abierta", { exact: false })).toBeVisible();
    await form.getByLabelText("Nombre de la entrada").fill("Botón de la entrada");
    await form.getByLabelText("Tipo de entrada").selectOptions("Pin del controlador (GPIO)");
    await form.getByRole("button", { name: "Crear entrada" }).click();
    await expect.element(form.getByText("Elige la puerta que abre")).toBeVisible();
    await expect.element(form.getByText("Escribe de 0 a 1023")).toBeVisible();
    await form.getByLabelText("Pin GPIO").fill("5");
    await form.getByLabelText("Puerta", { exact: true }).selectOptions("Puerta principal");
    await form.getByLabelText("Circuito").selectOptions("Cerrado en reposo (NC)");
    await expect.element(form.getByText("si alguien corta el cable, también avisa")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await form.getByRole("button", { name: "Crear entrada" }).click();
    await expect.element(page.getByText("Botón de la entrada")).toBeVisible();
    await expect.element(page.getByText(/^Sin respuesta desde las? .*\. Rechazó el usuario/)).toBeVisible();
    await page.getByRole("button", { name: "Ver detalles de Botón de la entrada" }).click();
    await page.getByRole("button", { name: "Probar: Botón de la entrada" }).click();
    await expect
      .element(page.getByText("Oprime el botón o acciona el contacto", { exact: false }))
      .toBeVisible();
    expect(made).toMatchObject([
      {
        kind: "exit-button",
        door: { id: mainDoorSettings.id },
        driver: { kind: "gpio", line: 5 },
        rest: "closed",
      },
    ]);
    expect(await violations()).toEqual([]);
  });
}
