import "./lib/link-token.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { pageRouter } from "./app/page-router.ts";
import { fetchScreen } from "./app/router.tsx";
import { hasApp } from "./lib/has-app.ts";
import { keepInstallPrompt } from "./lib/install-prompt.ts";
import { codeWasNotFetched } from "./lib/page-version.ts";
import { paths } from "./lib/paths.ts";
import { queryClient } from "./lib/queries.ts";
import { connection } from "./lib/socket.ts";
import { session } from "./lib/useSession.ts";
import { whenIdle } from "./lib/when-idle.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import { addLetters } from "./ui/letters.ts";

/** By then a cheap phone on a slow line has drawn its first screen. */
const FIRST_SCREEN_MS = 5000;
/** A page that never rests. */
const LETTERS_WITHIN_MS = 300;
/** A link to a mail or a download also says that it leaves, and then does not. */
const LEAVING_MS = 3000;
let leftAt = Number.NEGATIVE_INFINITY;
window.addEventListener("beforeunload", () => {
  leftAt = performance.now();
});
window.addEventListener("vite:preloadError", ({ payload }) => {
  // Going to another page breaks off what was on its way: that is no reason to load this one anew.
  if (performance.now() - leftAt >= LEAVING_MS) {
    void codeWasNotFetched(payload);
  }
});

const isThere = hasApp();
if (isThere) {
  addLetters();
}
keepInstallPrompt();
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // After what the person is waiting for. One that is not there yet fetches the whole app.
  window.addEventListener("load", () => {
    setTimeout(() => void startServiceWorker(), isThere ? 0 : FIRST_SCREEN_MS);
  });
}

/** All is there without it, only slower to open and deaf to pushes, which the profile says. */
async function startServiceWorker(): Promise<void> {
  try {
    // In two steps: the bundler takes what is chained to an import for a part of it, and a worker that
    // may not be registered is no code that is gone.
    const app = await import("./app/service-worker.ts");
    await app.startServiceWorker();
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: for whoever looks for the reason
    console.warn("no service worker", error);
  }
}

// A task of its own: on a cheap phone, evaluating all this code was one long enough.
setTimeout(start);

function start(): void {
  // Beside the first screen, not after it: pictures and news come by this line, once somebody hears them. On a first visit
  // its code would only hold up the screen's.
  const token = session.current()?.token;
  if (token !== undefined && isThere) {
    connection.prepare(token);
  }

  const root = document.getElementById("root");
  if (root === null) {
    throw new Error("index.html has no #root");
  }
  const app = createRoot(root);
  const router = pageRouter();
  const place = globalThis.firstAsked?.place;
  if (place !== undefined && window.location.pathname === paths.root) {
    // The app's own icon opens it there: the root's code only leads on.
    fetchScreen(place);
  }
  /** In steps that leave the browser room for a press. Until it stands, the page shows its own splash. */
  const draw = () =>
    startTransition(() =>
      app.render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Letters />
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  if (router.state.initialized) {
    draw();
    return;
  }
  const leave = router.subscribe(({ initialized }) => {
    if (initialized) {
      leave();
      draw();
    }
  });
}

/** On a first visit they come behind the words that are read first, whose line they would share. */
function Letters() {
  useEffect(() => whenIdle(addLetters, LETTERS_WITHIN_MS), []);
  return null;
}
