import { exportOwnData } from "@umbral/contract/personal-data/personal-data.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { nextFrames } from "../../../testing/screens/frames.ts";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { home, somebody } from "../../../testing/screens/people.ts";
import { failing, held, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { session } from "../../lib/useSession.ts";

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

test("one's own data is not kept on a computer that its person has left while it was on its way", async () => {
  const kept = vi.spyOn(URL, "createObjectURL");
  const slow = held("PK");
  const replies = new Replies().on(pendingEmail, { pending: null }).on(exportOwnData, slow.answer);
  await renderScreen("/profile?ver=privacidad", {
    as: somebody("PROPIETARIO", "Olga Propietaria", home),
    replies,
  });
  await page.getByRole("button", { name: "Descargar mis datos" }).click();
  await dialog().getByLabelText("Contraseña actual").fill("la que es");
  await dialog().getByRole("button", { name: "Continuar" }).click();
  await slow.isAsked;
  session.end("sign-out");
  await expect.element(page.getByLabelText("Cédula")).toBeVisible();
  slow.letGo();
  await nextFrames();
  expect(kept).not.toHaveBeenCalled();
  expect(page.getByText("Tus datos quedaron en tus descargas.").elements()).toEqual([]);
  kept.mockRestore();
});
