import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import "../../../ui/tokens.css";
import "../../../ui/base.css";
import { DialogsHost } from "../../../ui/DialogsHost.tsx";
import { CallTimer } from "./CallTimer.tsx";
import { useWayBack } from "./useWayBack.ts";

function Talk({ hasSheet = false }: { hasSheet?: boolean }) {
  const [isTalking, setTalking] = useState(true);
  const [steps, setSteps] = useState(0);
  const sheet = useRef<(() => void) | null>(null);
  const none = useRef<(() => void) | null>(null);
  sheet.current = () => setSteps(steps + 1);
  useWayBack(isTalking, hasSheet ? sheet : none);
  return (
    <main>
      <p>{isTalking ? "En llamada" : "Terminada"}</p>
      <p>Pasos {steps}</p>
      <button type="button" onClick={() => setTalking(false)}>
        La otra persona cuelga
      </button>
      <DialogsHost />
    </main>
  );
}

/** Two people talk, and the way back is theirs: what is drawn is in its place a moment before that. */
async function talking({ hasSheet = false } = {}) {
  const router = createMemoryRouter(
    [
      { path: "/", element: <main>Inicio</main> },
      { path: "/llamada", element: <Talk hasSheet={hasSheet} /> },
    ],
    { initialEntries: ["/", "/llamada"], initialIndex: 1 },
  );
  const guard = vi.spyOn(router, "getBlocker");
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
    router.dispose();
  });
  await expect.element(page.getByText("En llamada")).toBeVisible();
  await expect.poll(() => guard.mock.calls.length).toBeGreaterThan(0);
  return router;
}

const isAsked = () => page.getByRole("alertdialog", { name: "¿Colgar la llamada?" });

test("whoever goes back while they talk is asked, and stays or leaves", async () => {
  const router = await talking();
  await router.navigate(-1);
  await isAsked().getByRole("button", { name: "Cancelar" }).click();
  await expect.element(isAsked()).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/llamada");
  await router.navigate(-1);
  await isAsked().getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("Inicio")).toBeVisible();
});

test("in a sheet over the call it is one step back in the sheet", async () => {
  const router = await talking({ hasSheet: true });
  await router.navigate(-1);
  await expect.element(page.getByText("Pasos 1")).toBeVisible();
  await router.navigate(-1);
  await expect.element(page.getByText("Pasos 2")).toBeVisible();
  expect(router.state.location.pathname).toBe("/llamada");
});

test("a call that ended while it was asked takes nobody back a second time, and one that is over asks nothing", async () => {
  const router = await talking();
  await router.navigate(-1);
  await expect.element(isAsked()).toBeVisible();
  page
    .getByText("La otra persona cuelga")
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(page.getByText("Terminada")).toBeInTheDocument();
  await isAsked().getByRole("button", { name: "Continuar" }).click();
  await expect.element(isAsked()).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/llamada");
  await router.navigate(-1);
  await expect.element(page.getByText("Inicio")).toBeVisible();
});

test("a page that loads anew counts on how long they talk", async () => {
  sessionStorage.setItem("call-began", `call-1 ${Date.now() - 65_000}`);
  onTestFinished(() => sessionStorage.removeItem("call-began"));
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(<CallTimer key="one" callId="call-1" />);
  await expect.element(page.getByRole("timer")).toHaveTextContent(/^1:0\d$/);
  root.render(<CallTimer key="other" callId="call-2" />);
  await expect.element(page.getByRole("timer")).toHaveTextContent(/^0:0\d$/);
});
