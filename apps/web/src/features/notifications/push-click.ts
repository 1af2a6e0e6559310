import type { AppWindow, AppWindows, NotificationShelf, ShownNotification } from "../../lib/worker-scope.ts";
import { isPush } from "./push-payload.ts";
import type { PostWithProof } from "./push-show.ts";
import { askFor } from "./worker-wishes.ts";

export interface ClickParts {
  windows: Pick<AppWindows, "matchAll" | "openWindow">;
  shelf: NotificationShelf;
  post: PostWithProof;
  sleep(milliseconds: number): Promise<void>;
}

/** The specification's wait after opening a window (§9). */
const AFTER_OPENING_MS = 3000;
/** How long a window has to say that it goes. */
const ANSWER_MS = 1000;

/** What pressing a notification, or a button of it, does. */
export async function actOn(
  notification: ShownNotification,
  action: string,
  parts: ClickParts,
): Promise<void> {
  notification.close();
  const push = notification.data;
  if (!isPush(push)) {
    return goTo("/", parts);
  }
  if (action !== "reject") {
    return goTo(push.path, parts);
  }
  // The screen of the call would answer it: without a proof the person says no where it rings.
  return push.proof === undefined ? goTo("/", parts) : reject({ ...push, proof: push.proof }, parts);
}

/** Without opening anything: who says no from a locked telephone need not unlock it. */
async function reject(
  push: { proof: string; body: string; tag: string },
  { post, shelf }: ClickParts,
): Promise<void> {
  const response = await post("/api/push/call/reject", push.proof).catch(() => null);
  // A refusal of the server means that there is nothing to reject any more.
  if (response === null || response.status >= 500) {
    await shelf.showNotification("No pudimos rechazar la llamada", {
      lang: "es",
      icon: "/icons/icon-192.png",
      body: "No hay conexión con Umbral: la llamada sigue timbrando hasta que se pierda.",
      tag: push.tag,
      silent: true,
    });
  }
}

/** In the window that is open, else in a new one, which the specification gives time to stand up. */
async function goTo(path: string, { windows, sleep }: ClickParts): Promise<void> {
  const all = await windows.matchAll({ type: "window", includeUncontrolled: true });
  const [open] = [...all].sort((one, other) => nearness(other) - nearness(one));
  if (open) {
    await open.focus().catch(() => undefined);
    return lead(open, path, sleep);
  }
  const opened = await windows.openWindow("/");
  await sleep(AFTER_OPENING_MS);
  if (opened) {
    await lead(opened, path, sleep);
  }
}

const nearness = (window: AppWindow): number =>
  (window.focused ? 2 : 0) + (window.visibilityState === "visible" ? 1 : 0);

/** By its own router when it listens; a page that is still loading, or broken, is loaded anew there. */
async function lead(window: AppWindow, path: string, sleep: ClickParts["sleep"]): Promise<void> {
  if (!(await askFor(window, { umbral: "go", path }, sleep(ANSWER_MS)))) {
    await window.navigate(path).catch(() => undefined);
  }
}
