import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { addLetters } from "./letters.ts";
import "./tokens.css";
import "./base.css";
import { Modal } from "./Modal.tsx";

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
