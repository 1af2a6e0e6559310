import { flushSync } from "react-dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  choosePasswords,
  fillWhole,
  forms,
  goOn,
  PASSWORD,
  reach,
  send,
  stepTitle,
} from "../../../testing/registration/fill-forms.ts";
import { says } from "../../../testing/screens/look.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const name = page.getByLabelText("Nombre completo");
const celular = page.getByLabelText("Celular");
const password = page.getByLabelText("Contraseña", { exact: true });
const back = page.getByRole("button", { name: "Atrás" });

test("each step says which it is, and goes back by 'Atrás' and by the browser without losing anything", async () => {
  const screen = await renderScreen("/login", { size: "phone", replies: placesReplies() });
  await page.getByRole("link", { name: forms.resident.link, exact: true }).click();
  await expect.element(stepTitle("Paso 1 de 5 · Tu apartamento")).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();

  await reach("resident", "photo", "1040500801");
  await expect.element(stepTitle("Paso 4 de 5 · Tu foto y tu contacto")).toHaveFocus();
  await celular.fill("300 765 4321");
  await back.click();
  await expect.element(stepTitle("Paso 3 de 5 · Tus datos")).toHaveFocus();
  await expect.element(name).toHaveValue("Persona de Prueba");
  window.history.back();
  await expect.element(stepTitle("Paso 2 de 5 · Qué eres en el apartamento")).toHaveFocus();
  await page.getByRole("button", { name: "Volver" }).click();
  await expect.element(page.getByLabelText("Apartamento", { exact: true })).toHaveDisplayValue("A-101");
  window.history.go(3);
  await expect.element(celular).toHaveValue("300 765 4321");
  window.history.go(-4);
  await expect.poll(screen.path).toBe("/login");
});

test("a field that was left says what is wrong with it, and does not move what is being pressed", async () => {
  await renderScreen(forms.visitor.at, { size: "phone", replies: placesReplies() });
  await expect.element(page.getByLabelText("Edificio")).toBeEnabled();
  await name.click();
  await expect.element(page.getByText(/^\* /)).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText("* Debes diligenciar el nombre")).toBeVisible();
  await name.fill("Persona de Prueba");
  await expect.element(page.getByText(/^\* /)).not.toBeInTheDocument();

  const cedula = page.getByLabelText("Número de documento");
  const wrong = page.getByText("* El número no corresponde al tipo de documento");
  await cedula.fill("12");
  const button = page.getByRole("button", { name: "Continuar" }).element();
  const place = button.getBoundingClientRect().top;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  // What waits for its turn has it now, and stands on the screen when this returns.
  const drawWhatWaits = () => flushSync(() => vi.runOnlyPendingTimers());
  button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  // A press scrolls to nothing.
  button.focus({ preventScroll: true });
  drawWhatWaits();
  expect(wrong.elements()).toEqual([]);
  expect(button.getBoundingClientRect().top).toBe(place);
  button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  drawWhatWaits();
  expect(wrong.elements()).toHaveLength(1);
  expect(button.getBoundingClientRect().top).toBeGreaterThan(place);
});

test("a double press on 'Continuar' is one step", async () => {
  await renderScreen(forms.owner.at, { replies: placesReplies() });
  await reach("owner", "role", "1040500802");
  await page.getByRole("button", { name: "Continuar" }).dblClick();
  await expect.element(stepTitle("Paso 3 de 5 · Tus datos")).toBeVisible();
  // The second press of a slower pair finds the next step already there.
  const second = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 });
  page.getByRole("button", { name: "Continuar" }).element().dispatchEvent(second);
  expect(second.defaultPrevented).toBe(true);
  await expect.element(page.getByText(/^\* /)).not.toBeInTheDocument();
  await back.click();
  await expect.element(stepTitle(2)).toBeVisible();
});

test("sending leads to what is missing in a step before", async () => {
  await renderScreen(forms.visitor.at, { replies: placesReplies() });
  await fillWhole("visitor", "1040500803");
  await back.click();
  await back.click();
  await name.fill("");
  window.history.go(2);
  await expect.element(password).toHaveValue(PASSWORD);
  await send();
  await says("Lo sentimos!", "Por favor completar los campos requeridos");
  await page.getByRole("button", { name: "Entendido" }).click();
  await expect.element(name).toHaveFocus();
  await expect.element(page.getByText("* Debes diligenciar el nombre")).toBeVisible();
  await name.fill("Persona de Prueba");
  await goOn();
  await goOn();
  await expect.element(page.getByLabelText("Acepto los términos y condiciones")).toBeChecked();
});

test("a visitor's passwords are compared when the form is sent, and not when they are left", async () => {
  await renderScreen(forms.visitor.at, { replies: placesReplies() });
  await reach("visitor", "password", "1040500804");
  await choosePasswords("otra-clave-larga");
  await userEvent.keyboard("{Tab}");
  await page.getByLabelText("Acepto los términos y condiciones").click();
  await expect.element(page.getByText(/^\* /)).not.toBeInTheDocument();
});
