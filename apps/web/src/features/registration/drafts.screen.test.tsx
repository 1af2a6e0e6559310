import { registerOwner, registerResident } from "@umbral/contract/registration/registration.contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import {
  choosePasswords,
  choosePhoto,
  fillWhole,
  forms,
  goOn,
  PASSWORD,
  reach,
  send,
  stepTitle,
} from "../../../testing/registration/fill-forms.ts";
import { choose } from "../../../testing/screens/look.ts";
import { idOf } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, NoAnswer } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { DRAFT_MS } from "./drafts.ts";

const created = { registration: { status: "PENDING", account: "created" } } as const;
const building = page.getByLabelText("Edificio");
const name = page.getByLabelText("Nombre completo");
const password = page.getByLabelText("Contraseña", { exact: true });
const consent = page.getByLabelText("Acepto los términos y condiciones");
const understood = () => page.getByRole("button", { name: "Entendido" }).click();

test("what was typed outlives a reload and a failure, and is gone once it was sent", async () => {
  const replies = placesReplies().on(registerResident, failing(new NoAnswer()));
  const screen = await renderScreen(forms.resident.at, { size: "phone", replies });
  await fillWhole("resident", "1040500604");
  await screen.reload();
  // The picture has to be given again: the form goes on from its step.
  await expect.element(stepTitle("Paso 4 de 5 · Tu foto y tu contacto")).toHaveFocus();
  await expect.element(page.getByLabelText("Celular")).toHaveValue("300 123 4567");
  await expect.element(page.getByAltText(/Vista previa/)).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Atrás" }).click();
  await expect.element(name).toHaveValue("Persona de Prueba");
  await goOn();
  await choosePhoto();
  await goOn();
  // Consent is given anew each time.
  await expect.element(consent).not.toBeChecked();
  await expect.element(password).toHaveValue("");
  await consent.click();
  await choosePasswords();

  await send();
  const failed = page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" });
  await expect.element(failed.getByText("Lo sentimos ha ocurrido un error")).toBeVisible();
  await expect.element(failed.getByText(/Revisa tu internet/)).toBeVisible();
  await understood();
  await expect.element(password).toHaveValue(PASSWORD);
  replies.on(registerResident, created);
  await send();
  await expect.poll(screen.path).toBe("/login");
  await understood();
  expect(replies.asked(registerResident).map(({ body }) => body.cedula)).toEqual([
    "1040500604",
    "1040500604",
  ]);

  window.history.replaceState(null, "", forms.resident.at);
  await screen.reload();
  await expect.element(building).toBeEnabled();
  await expect.element(building).toHaveValue("");
});

test("a shared tablet shows nobody what the one before typed", async () => {
  const screen = await renderScreen("/login", { size: "tablet", replies: placesReplies() });
  const begin = () => page.getByRole("link", { name: forms.resident.link, exact: true }).click();
  await begin();
  await choose("Edificio", "Edificio Mirador del Parque");
  await page.getByRole("link", { name: "Umbral, ir al inicio" }).click();
  await begin();
  await expect.element(building).toBeEnabled();
  await expect.element(building).toHaveValue("");

  await reach("resident", "name", "1040500608");
  // The page goes on as it does; only the clock is pushed.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  try {
    await name.fill("Ana Anterior");
    await expect.element(name).toHaveValue("Ana Anterior");
    vi.advanceTimersByTime(DRAFT_MS);
    await expect.element(page.getByText("Borramos lo que habías escrito")).toBeVisible();
    await expect.element(stepTitle(1)).toBeVisible();
    await expect.element(building).toHaveValue("");
  } finally {
    vi.useRealTimers();
  }
  await screen.reload();
  await expect.element(building).toBeEnabled();
  await expect.element(building).toHaveValue("");
});

test("an owner says that they live in a home that nobody leads yet", async () => {
  const replies = placesReplies().on(registerOwner, created);
  const screen = await renderScreen(forms.owner.at, { replies });
  await fillWhole("owner", "1040500602", {
    towerId: () => choose("Torre", "B"),
    apartmentId: () => choose("Apartamento", "B-102"),
    livesHere: () => page.getByLabelText("Vivo aquí").click(),
  });
  await send();
  await expect.poll(screen.path).toBe("/login");
  const [asked] = replies.asked(registerOwner);
  expect(asked?.body).toMatchObject({ role: "PROPIETARIO", livesHere: "true" });
  // B-102: the second home of the third floor.
  expect(asked?.params).toEqual({ apartmentId: idOf(0xa121) });
});
