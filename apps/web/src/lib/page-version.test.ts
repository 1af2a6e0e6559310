import { afterEach, describe, expect, it, vi } from "vitest";
import { codeWasNotFetched, keepPageForCall, loadsAnewFor, readInstalled } from "./page-version.ts";

const ENTRY = "/assets/index-C14OegAX.js";
const pageOf = (entry: string) => `<!doctype html><script type="module" crossorigin src="${entry}"></script>`;

/** The server's answer to whoever asks for its page. */
const served = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", answer);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("What the server has installed", () => {
  it("is another version when its page begins with another script", async () => {
    served(async () => new Response(pageOf("/assets/index-D0therOne.js")));
    expect(await readInstalled(ENTRY)).toBe("another");
  });

  it("is this one when its code only could not be fetched for a moment", async () => {
    served(async () => new Response(pageOf(ENTRY)));
    expect(await readInstalled(ENTRY)).toBe("this");
  });

  it("is not known of a server that is away, nor from a proxy's own page", async () => {
    served(async () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await readInstalled(ENTRY)).toBe("unknown");
    served(async () => new Response("Bad gateway", { status: 502 }));
    expect(await readInstalled(ENTRY)).toBe("unknown");
  });
});

describe("A page whose code the server has no more", () => {
  const reload = vi.fn();
  /** A page of its own, some minutes after the last one. */
  function stand(installed: string): void {
    const kept = new Map<string, string>();
    vi.stubGlobal("document", { querySelector: () => ({ src: `https://umbral.example${ENTRY}` }) });
    vi.stubGlobal("window", { location: { reload } });
    vi.stubGlobal("sessionStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    });
    reload.mockClear();
    served(async () => new Response(pageOf(installed)));
  }

  it("is loaded anew, once", async () => {
    stand("/assets/index-D0therOne.js");
    const error = new Error("Failed to fetch dynamically imported module");
    await codeWasNotFetched(error);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(await loadsAnewFor(error)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("is not while the server has its version", async () => {
    stand(ENTRY);
    await codeWasNotFetched(new Error("Failed to fetch dynamically imported module"));
    expect(reload).not.toHaveBeenCalled();
  });

  it("waits for the end of the call, and of the one that followed it", async () => {
    stand("/assets/index-D0therOne.js");
    const ends: (() => void)[] = [];
    const call = () => new Promise<void>((resolve) => void ends.push(resolve));
    keepPageForCall(call());
    const leaving = codeWasNotFetched(new Error("Failed to fetch dynamically imported module"));
    keepPageForCall(call());
    ends[0]?.();
    // Whatever could go on now has gone on.
    await new Promise(setImmediate);
    expect(reload).not.toHaveBeenCalled();
    ends[1]?.();
    await leaving;
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("waits for it also where a screen cannot do without that code", async () => {
    stand(ENTRY);
    const error = new Error("Failed to fetch dynamically imported module");
    await codeWasNotFetched(error);
    let hangUp: () => void = () => undefined;
    const call = new Promise<void>((resolve) => {
      hangUp = resolve;
    });
    keepPageForCall(call);
    // Another error is no reason to wait for anything.
    expect(await loadsAnewFor(new Error("a screen that broke"))).toBe(false);
    const leaving = loadsAnewFor(error);
    await new Promise(setImmediate);
    expect(reload).not.toHaveBeenCalled();
    hangUp();
    expect(await leaving).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
