import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { violations } from "../../testing/screens/look.ts";
import { Button } from "./Button.tsx";
import { DialogsHost } from "./DialogsHost.tsx";
import { TextField } from "./fields.tsx";
import { addLetters } from "./letters.ts";
import "./tokens.css";
import "./base.css";
import { Modal } from "./Modal.tsx";
import { Form } from "./Panel.tsx";
import { useForm } from "./useForm.ts";

addLetters();

const dialog = page.getByRole("dialog", { name: "Crear edificio" });
const name = page.getByLabelText("Nombre");

async function openForm() {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  const close = vi.fn();
  root.render(
    <Modal isOpen title="Crear edificio" onClose={close}>
      <label>
        Nombre <input />
      </label>
    </Modal>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await expect.element(name).toBeVisible();
  return close;
}

/** A press that begins on one and ends on the other: the click is on what holds both. */
function press(from: Element, on: Element, count = 1): void {
  from.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  on.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: count }));
}

test("a press beside a dialog closes it", async () => {
  const close = await openForm();
  press(dialog.element(), dialog.element());
  expect(close).toHaveBeenCalledTimes(1);
});

test("a form stays where its text was chosen beyond its edge, and at the second press of a double one", async () => {
  const close = await openForm();
  press(name.element(), dialog.element());
  press(dialog.element(), dialog.element(), 2);
  expect(close).not.toHaveBeenCalled();
});

const question = page.getByRole("alertdialog", { name: "¿Borrar lo que escribiste?" });
const answer = (name: string) => question.getByRole("button", { name }).click();

function FormOfBuilding({ isFleeting }: { isFleeting: boolean }) {
  const { form, text, submit } = useForm({ name: "Mirador" }, () => ({}), { isFleeting });
  return (
    <Form ref={form} onSubmit={submit(() => undefined)}>
      <TextField {...text("name")} label="Nombre" />
    </Form>
  );
}

async function openUnsaved({ isFleeting = false } = {}) {
  const place = document.createElement("main");
  document.body.append(place);
  const root = createRoot(place);
  const close = vi.fn();
  root.render(
    <>
      <h1>Edificios</h1>
      <Modal isOpen title="Crear edificio" onClose={close}>
        <FormOfBuilding isFleeting={isFleeting} />
      </Modal>
      <DialogsHost />
    </>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await expect.element(name).toBeVisible();
  return close;
}

const ways: Record<string, () => Promise<void> | void> = {
  Escape: () => userEvent.keyboard("{Escape}"),
  "a press beside it": () => press(dialog.element(), dialog.element()),
  "its button": () => dialog.getByRole("button", { name: "Cerrar" }).click(),
};
for (const [way, leave] of Object.entries(ways)) {
  test(`a form in which something was typed is not left by ${way} before that is meant`, async () => {
    const close = await openUnsaved();
    await name.fill("Almendros");
    await leave();
    await expect.element(question).toBeVisible();
    expect(await violations()).toEqual([]);
    // What was typed does not come back: Enter keeps it.
    await userEvent.keyboard("{Enter}");
    // Also while the answered one still goes.
    await expect.poll(() => document.querySelectorAll("[role=alertdialog]:modal").length).toBe(0);
    await expect.element(name).toHaveValue("Almendros");
    expect(close).not.toHaveBeenCalled();
    await leave();
    await expect.element(question.getByRole("button", { name: "Cancelar" })).toHaveFocus();
    await answer("Continuar");
    await expect.poll(() => close.mock.calls).toHaveLength(1);
  });

  test(`a form as it was found is left by ${way} at once`, async () => {
    const close = await openUnsaved();
    await name.fill("Almendros");
    await name.fill("Mirador");
    await leave();
    expect(close).toHaveBeenCalledTimes(1);
    expect(question.elements()).toEqual([]);
  });
}

test("Escape without end takes nothing that was typed: the browser closes without asking from the second one on", async () => {
  const close = await openUnsaved();
  await name.fill("Almendros");
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    await userEvent.keyboard("{Escape}");
  }
  await expect.poll(() => dialog.element().matches(":modal")).toBe(true);
  await expect.element(name).toHaveValue("Almendros");
  expect(close).not.toHaveBeenCalled();
});

test("what is told to take the focus has it as its dialog opens", async () => {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <Modal isOpen title="Crear edificio" onClose={() => undefined}>
      <Button autoFocus>Crear</Button>
    </Modal>,
  );
  await expect.element(page.getByRole("button", { name: "Crear" })).toHaveFocus();
});

test("a code is left at once, also half typed", async () => {
  const close = await openUnsaved({ isFleeting: true });
  await name.fill("123");
  await userEvent.keyboard("{Escape}");
  expect(close).toHaveBeenCalledTimes(1);
  expect(question.elements()).toEqual([]);
});

test("a dialog stays when one over it is left, and when a file is chosen after all not", async () => {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  const [close, closeInner] = [vi.fn(), vi.fn()];
  const draw = (isOver: boolean) =>
    root.render(
      <Modal isOpen title="Crear edificio" onClose={close}>
        <label>
          Plano <input type="file" />
        </label>
        <Modal isOpen={isOver} title="Tomar foto" onClose={closeInner}>
          <p>Cámara</p>
        </Modal>
      </Modal>,
    );
  draw(false);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await expect.element(page.getByLabelText("Plano")).toBeVisible();
  draw(true);
  await expect.element(page.getByText("Cámara")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(closeInner).toHaveBeenCalledTimes(1);
  page
    .getByLabelText("Plano")
    .element()
    .dispatchEvent(new Event("cancel", { bubbles: true }));
  expect(close).not.toHaveBeenCalled();
});
