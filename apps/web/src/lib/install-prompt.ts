import { createStore } from "./store.ts";

/** What Chromium browsers send when the app could be installed; the types of the DOM do not know it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const isInstallPrompt = (event: Event): event is InstallPrompt => "prompt" in event;

const waiting = createStore<InstallPrompt | null>(null);

/** Keeps the browser's offer for when the person asks. Once, as early as the page stands: it comes once. */
export function keepInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (isInstallPrompt(event)) {
      // Otherwise the browser asks by itself, over whatever the person is doing.
      event.preventDefault();
      waiting.set(event);
    }
  });
  window.addEventListener("appinstalled", () => waiting.set(null));
}

/** Could the app be installed? */
export const installPrompt = {
  current: (): boolean => waiting.current() !== null,
  subscribe: waiting.subscribe,
  /** Shows the browser's own question, which it answers once. */
  async ask(): Promise<void> {
    const prompt = waiting.current();
    waiting.set(null);
    await prompt?.prompt();
  },
};
