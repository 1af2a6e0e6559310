/** The page is loaded anew for its code at most once in this time. */
const ONCE_IN_MS = 60_000;
const RELOADED_AT = "umbral-reloaded-at";

/** What the server has: this version of the app, another one, or nothing that can be told now. */
export type Installed = "this" | "another" | "unknown";

/** The script that this page began with: its name changes with anything that was built. */
const ownEntry = (): string | undefined => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script === null ? undefined : new URL(script.src).pathname;
};

/** A server that is away has lost nothing, and one that came back in the meantime neither: only its page tells. */
export async function readInstalled(entry: string | undefined): Promise<Installed> {
  // By its name it is no page to the service worker, which would give its own.
  const answer = await fetch("/index.html", { cache: "no-store" }).catch(() => null);
  if (entry === undefined || !answer?.ok) {
    return "unknown";
  }
  return (await answer.text()).includes(`"${entry}"`) ? "this" : "another";
}

const unfetched = new WeakSet<object>();
const unsaid = new Set<Promise<void>>();
const calls = new Set<Promise<void>>();

/** This page has something to tell the server yet, and is not loaded anew before. @param telling never rejects */
export function keepPageFor(telling: Promise<void>): void {
  unsaid.add(telling);
  void telling.finally(() => unsaid.delete(telling));
}

/** Somebody talks in this page: a newer version waits for the end of it. @param over never rejects */
export function keepPageForCall(over: Promise<void>): void {
  calls.add(over);
  void over.finally(() => calls.delete(over));
}

/**
 * Code could not be fetched. Where the server has a newer version it is gone for good, and the page is loaded anew, once
 * nobody is in a call in it.
 */
export async function codeWasNotFetched(error: object): Promise<void> {
  unfetched.add(error);
  await callsAreOver();
  if ((await readInstalled(ownEntry())) === "another") {
    await loadAnew();
  }
}

/** Also those that began meanwhile. */
async function callsAreOver(): Promise<void> {
  while (calls.size > 0) {
    await Promise.all(calls);
  }
}

/**
 * Code that a screen cannot do without was not fetched: browsers remember that for as long as a page stands, so it is
 * loaded anew where the server has what is missing, and never while somebody talks in it.
 * @returns false when the error is another one, the server is away, or it was tried a moment ago
 */
export async function loadsAnewFor(error: unknown): Promise<boolean> {
  const isUnfetched = typeof error === "object" && error !== null && unfetched.has(error);
  if (!isUnfetched) {
    return false;
  }
  await callsAreOver();
  return (await readInstalled(ownEntry())) !== "unknown" && loadAnew();
}

async function loadAnew(): Promise<boolean> {
  await Promise.all(unsaid);
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last <= ONCE_IN_MS) {
    return false;
  }
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
}
