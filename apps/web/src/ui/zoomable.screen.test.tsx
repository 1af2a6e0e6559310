import { createRoot } from "react-dom/client";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { resize } from "../../testing/screens/frames.ts";
import { addLetters } from "./letters.ts";
import "./tokens.css";
import "./base.css";
import { Zoomable } from "./Zoomable.tsx";

addLetters();

const picture = () => page.getByTestId("picture").element().getBoundingClientRect();
const frame = page.getByRole("group", { name: /^Cámara Entrada/ });
const reset = page.getByRole("button", { name: "Restablecer zoom" });

beforeEach(async () => {
  await resize(360, 740);
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <Zoomable label="Cámara Entrada">
      <div data-testid="picture" style={{ width: 320, height: 180, background: "teal" }} />
    </Zoomable>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await expect.element(frame).toBeVisible();
});

/** What a finger does; the gestures are fetched when the picture is shown, and hear from then on. */
const finger = (type: string, pointerId: number, clientX: number, clientY: number) =>
  frame
    .element()
    .dispatchEvent(
      new PointerEvent(type, { pointerId, clientX, clientY, bubbles: true, pointerType: "touch", button: 0 }),
    );

function pinch() {
  const { left, top } = frame.element().getBoundingClientRect();
  // A finger that is made up cannot be held on to.
  frame.element().setPointerCapture = () => undefined;
  finger("pointerdown", 1, left + 150, top + 90);
  finger("pointerdown", 2, left + 170, top + 90);
  finger("pointermove", 1, left + 130, top + 90);
  finger("pointermove", 2, left + 190, top + 90);
  finger("pointerup", 1, left + 130, top + 90);
  finger("pointerup", 2, left + 190, top + 90);
}

test("is enlarged by two fingers, moved by one, and whole again by the button, which keeps the focus in place", async () => {
  expect(getComputedStyle(frame.element()).touchAction).toBe("pan-x pan-y");
  await expect
    .poll(() => {
      pinch();
      return picture().width;
    })
    .toBeGreaterThan(600);
  await expect.element(reset).toBeVisible();
  expect(getComputedStyle(frame.element()).touchAction).toBe("none");
  expect(reset.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
  const before = picture().left;
  finger("pointerdown", 3, 100, 60);
  finger("pointermove", 3, 60, 60);
  finger("pointerup", 3, 60, 60);
  await expect.poll(() => picture().left).toBeLessThan(before);
  await reset.click();
  await expect.poll(() => picture().width).toBe(320);
  await expect.element(reset).not.toBeInTheDocument();
  expect(document.activeElement).toBe(frame.element());
});

test("is enlarged by + and −, by the wheel with Ctrl and by two taps; the wheel alone scrolls", async () => {
  frame.element().focus();
  const wheel = (ctrlKey: boolean) =>
    frame.element().dispatchEvent(
      new WheelEvent("wheel", {
        deltaY: -100,
        ctrlKey,
        bubbles: true,
        cancelable: true,
        clientX: 9,
        clientY: 9,
      }),
    );
  // Once it listens it takes the wheel for itself.
  await expect.poll(() => wheel(true)).toBe(false);
  expect(wheel(false)).toBe(true);
  await userEvent.keyboard("0");
  await expect.poll(() => picture().width).toBe(320);
  await userEvent.keyboard("+");
  await expect.poll(() => picture().width).toBe(480);
  await userEvent.keyboard("-");
  await expect.poll(() => picture().width).toBe(320);
  await userEvent.dblClick(page.getByTestId("picture"));
  await expect.poll(() => picture().width).toBe(800);
  await userEvent.dblClick(page.getByTestId("picture"));
  await expect.poll(() => picture().width).toBe(320);
});
