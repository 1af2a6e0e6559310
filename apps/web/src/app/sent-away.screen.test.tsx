import { createRoot } from "react-dom/client";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { later } from "../../testing/later.ts";
import { nextFrames } from "../../testing/screens/frames.ts";
import { lineWith, ServerLine } from "../../testing/screens/line.ts";
import { answerWith } from "../../testing/screens/network.ts";
import { somebody } from "../../testing/screens/people.ts";
import { Replies } from "../../testing/screens/replies.ts";
import { paths } from "../lib/paths.ts";
import { session } from "../lib/useSession.ts";
import { SignedInLayout } from "./SignedInLayout.tsx";

test("whose session is over is sent to sign in once, however long its code is on its way", async () => {
  session.begin(somebody("RESIDENTE", "Andrés Residente"));
  session.end("refused");
  answerWith(new Replies());
  lineWith(new ServerLine());
  const complained = vi.spyOn(console, "error");
  const code = later<void>();
  const router = createMemoryRouter(
    [
      {
        path: paths.root,
        lazy: async () => {
          await code.promise;
          return { Component: () => <h1>Iniciar sesión</h1> };
        },
      },
      { path: paths.profile, Component: SignedInLayout },
    ],
    { initialEntries: [`${paths.profile}?ver=turno`] },
  );
  let sent = 0;
  router.subscribe(({ navigation }) => {
    sent += navigation.state === "loading" ? 1 : 0;
  });
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    router.dispose();
    place.remove();
  });
  root.render(<RouterProvider router={router} />);
  await expect.poll(() => sent).toBeGreaterThan(0);
  // Time enough to be sent again by each drawing of it.
  await nextFrames();
  await nextFrames();
  expect(sent).toBe(1);
  code.resolve();
  await expect.element(page.getByRole("heading", { name: "Iniciar sesión" })).toBeVisible();
  expect(router.state.location.state).toEqual({ origin: `${paths.profile}?ver=turno` });
  expect(complained).not.toHaveBeenCalled();
});
