import { exportOwnData } from "@umbral/contract/personal-data/personal-data.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { home, somebody } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const dialog = () => page.getByRole("dialog");

for (const look of everyLook) {
  test(`one's own data is asked for with the password again (${look.size}, ${look.colorScheme})`, async () => {
    const replies = new Replies()
      .on(pendingEmail, { pending: null })
      .on(exportOwnData, failing(refused("WRONG_PASSWORD")));
    await renderScreen("/profile?ver=privacidad", {
      as: somebody("PROPIETARIO", "Olga Propietaria", home),
      replies,
      ...look,
      expectInConsole: ["422"],
    });
    await page.getByRole("button", { name: "Descargar mis datos" }).click();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await dialog().getByLabelText("Contraseña actual").fill("la que no es");
    await dialog().getByRole("button", { name: "Continuar" }).click();
    await expect.element(dialog().getByText("La contraseña actual no es correcta.")).toBeVisible();
    replies.on(exportOwnData, "PK");
    await dialog().getByLabelText("Contraseña actual").fill("la que es");
    await dialog().getByRole("button", { name: "Continuar" }).click();
    await expect.element(page.getByText("Tus datos quedaron en tus descargas.")).toBeVisible();
    expect(replies.asked(exportOwnData).map(({ body }) => body.currentPassword)).toEqual([
      "la que no es",
      "la que es",
    ]);
  });
}
