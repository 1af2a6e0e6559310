import { changePhoto, pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, everyLook, topOf, violations } from "../../../testing/screens/look.ts";
import { almendros, home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { selfie } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { held } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const [space] = rosa.spaces;
/** At home in one building, and of another too. */
const ofTwo = {
  ...rosa,
  spaces:
    space === undefined
      ? []
      : [
          space,
          { ...space, id: idOf(0x5f2), building: { ...space.building, ...almendros }, apartment: null },
        ],
};
const replies = () => placesReplies().on(pendingEmail, { pending: null });
const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const dialog = (name: string) => page.getByRole("dialog", { name });

/** What the device's camera gives: a moving picture, or nothing when it is refused. */
function withCamera(isRefused: boolean): void {
  const asked = vi.spyOn(navigator.mediaDevices, "getUserMedia");
  onTestFinished(() => asked.mockRestore());
  if (isRefused) {
    asked.mockRejectedValue(new DOMException("refused", "NotAllowedError"));
    return;
  }
  const canvas = document.createElement("canvas");
  canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
  asked.mockResolvedValue(canvas.captureStream(5));
}

async function isGood(): Promise<void> {
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
}

for (const look of everyLook) {
  test(`changing the place is done in a dialog without faults (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen("/profile", { as: ofTwo, replies: replies(), ...look });
    if (look.size !== "desktop") {
      await press("Menú");
    }
    await press(/^Cambiar de lugar/);
    const places = dialog("Cambiar de lugar");
    for (const name of [mirador.name, almendros.name]) {
      await expect.element(places.getByText(name)).toBeVisible();
    }
    await isGood();
  });

  test(`another picture of oneself is chosen, or taken, without faults (${look.size}, ${look.colorScheme})`, async () => {
    withCamera(false);
    await renderScreen("/profile", { as: ofTwo, replies: replies(), ...look });
    await press("Cambiar foto");
    const photo = dialog("Cambiar foto");
    await photo.getByRole("button", { name: "Guardar foto" }).click();
    await expect.element(photo.getByText("* Debes agregar la foto")).toBeVisible();
    await isGood();
    await photo.getByRole("button", { name: "Tomar foto" }).click();
    const shot = dialog("Tomar foto");
    await expect.element(shot.getByRole("button", { name: "Tomar foto" })).toBeEnabled();
    await isGood();
    await userEvent.keyboard("{Escape}");
    await expect.element(shot).not.toBeInTheDocument();
  });
}

test("a picture that is kept by a double press is sent: nothing takes the place of what is pressed", async () => {
  const sending = held({ user: ofTwo.user, spaces: ofTwo.spaces });
  const asked = replies().on(changePhoto, sending.answer);
  asked.sentShare = 0.4;
  await renderScreen("/profile", { as: ofTwo, replies: asked, size: "desktop" });
  await press("Cambiar foto");
  const photo = dialog("Cambiar foto");
  await photo.getByLabelText("Foto de tu rostro", { exact: true }).upload(await selfie());
  await expect.element(photo.getByRole("img", { name: "Vista previa: Foto de tu rostro" })).toBeVisible();
  const keep = photo.getByRole("button", { name: "Guardar foto" });
  const top = topOf(keep);
  await keep.dblClick();
  await expect.element(photo.getByRole("button", { name: "Cancelar envío" })).toBeVisible();
  expect(topOf(keep)).toBe(top);
  sending.letGo();
  await expect.element(page.getByText("Tu foto cambió.")).toBeVisible();
  expect(asked.asked(changePhoto)).toHaveLength(1);
});

test("a camera that is refused says what to do", async () => {
  withCamera(true);
  await renderScreen("/profile", { as: ofTwo, replies: replies(), size: "phone" });
  await press("Cambiar foto");
  await dialog("Cambiar foto").getByRole("button", { name: "Tomar foto" }).click();
  await expect.element(dialog("Tomar foto").getByText(/Revisa el permiso de cámara/)).toBeVisible();
  await isGood();
});
