/** What Chromium browsers send when the app could be installed; the types of the DOM do not know it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const isInstallPrompt = (event: Event): event is InstallPrompt => "prompt" in event;

let waiting: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function become(next: InstallPrompt | null): void {
  waiting = next;
  for (const listener of listeners) {
    listener();
  }
}

/** Keeps the browser's offer for when the person asks. Once, as early as the page stands: it comes once. */
export function keepInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    if (isInstallPrompt(event)) {
      // Otherwise the browser asks by itself, over whatever the person is doing.
      event.preventDefault();
      become(event);
    }
  });
  window.addEventListener("appinstalled", () => become(null));
}

export const installPrompt = {
  isThere: (): boolean => waiting !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Shows the browser's own question, which it answers once. */
  async ask(): Promise<void> {
    const prompt = waiting;
    become(null);
    await prompt?.prompt();
  },
};
