import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import {
  changeEntranceSign,
  type EntranceSign,
  readEntranceSign,
  renewEntranceSign,
} from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { mirador, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { held } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const path = `/admin-dashboard/buildings/${mirador.id}/settings?ver=letrero`;
const sign: EntranceSign = {
  isOn: true,
  hours: { from: "06:00", to: "22:00" },
  address: "https://umbral.example/e/#K7M2-X9QP-3F8T-WQ4M",
  madeAt: "2026-11-20T12:00:00.000Z",
};
const as = somebody("ADMINISTRADOR", "Alberto Administrador");
const shown = (one: EntranceSign | null) => ({ buildingName: mirador.name, sign: one });
const replies = (one: EntranceSign | null) =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readEntranceSign, shown(one))
    .on(renewEntranceSign, { sign })
    .on(changeEntranceSign, { sign });

test("a building makes its sign in one act", async () => {
  const answers = replies(null);
  await renderScreen(path, { as, replies: answers });
  const make = page.getByRole("button", { name: "Hacer el letrero" });
  await expect.element(make).toBeVisible();
  expect(await violations()).toEqual([]);
  answers.on(readEntranceSign, shown(sign));
  await make.click();
  await expect.element(page.getByRole("img", { name: "Código QR del letrero" })).toBeVisible();
  await expect.element(page.getByText("Suena de 6:00 AM a 10:00 PM, hora del edificio.")).toBeVisible();
});

test("of two quick presses the later one has the last word: it goes once the first was answered", async () => {
  const first = held({ sign: { ...sign, isOn: false } });
  const answers = replies(sign).on(changeEntranceSign, first.answer);
  await renderScreen(path, { as, replies: answers });
  const isOn = page.getByRole("checkbox", { name: "El letrero timbra" });
  await isOn.click();
  await first.isAsked;
  await isOn.click();
  await expect.element(isOn).toBeChecked();
  expect(answers.asked(changeEntranceSign)).toHaveLength(1);
  first.letGo();
  await expect
    .poll(() => answers.asked(changeEntranceSign).map(({ body }) => body))
    .toEqual([{ isOn: false }, { isOn: true }]);
  await expect.element(isOn).toBeChecked();
});

for (const look of [
  { size: "phone", colorScheme: "dark" },
  { size: "desktop", colorScheme: "light" },
] as const) {
  test(`the sign is printed, tried, switched off and renewed: ${look.size}, ${look.colorScheme}`, async () => {
    const answers = replies(sign);
    await renderScreen(path, { as, replies: answers, ...look });
    const panel = page.getByRole("region", { name: "Letrero de la entrada" });
    await expect.element(panel.getByText("umbral.example/e/#K7M2-X9QP-3F8T-WQ4M")).toBeVisible();
    await expect.element(panel.getByRole("link", { name: "Probar" })).toHaveAttribute("href", sign.address);
    await expect.element(panel.getByRole("button", { name: "Imprimir" })).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);

    const off = { ...sign, isOn: false };
    answers.on(changeEntranceSign, { sign: off }).on(readEntranceSign, shown(off));
    const isOn = panel.getByRole("checkbox", { name: "El letrero timbra" });
    await isOn.click();
    await expect.element(isOn).not.toBeChecked();
    await panel.getByLabelText("Hasta").fill("23:30");
    await panel.getByRole("button", { name: "Guardar horario" }).click();
    await expect
      .poll(() => answers.asked(changeEntranceSign).map(({ body }) => body))
      .toEqual([{ isOn: false }, { hours: { from: "06:00", to: "23:30" } }]);

    await panel.getByRole("button", { name: "Renovar el código" }).click();
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect.poll(() => answers.asked(renewEntranceSign)).toHaveLength(1);
  });
}
