import { afterEach, describe, expect, it, vi } from "vitest";
import { isNewerInstalled } from "./newer-version.ts";

const ENTRY = "/assets/index-C14OegAX.js";
const pageOf = (entry: string) => `<!doctype html><script type="module" crossorigin src="${entry}"></script>`;

/** The server's answer to whoever asks for its page. */
const installed = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", answer);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("A newer version", () => {
  it("is there when the server's page begins with another script", async () => {
    installed(async () => new Response(pageOf("/assets/index-D0therOne.js")));
    expect(await isNewerInstalled(ENTRY)).toBe(true);
  });

  it("is not when it is this one, whose code only could not be fetched for a moment", async () => {
    installed(async () => new Response(pageOf(ENTRY)));
    expect(await isNewerInstalled(ENTRY)).toBe(false);
  });

  it("is not said of a server that is away, or of a proxy's own page", async () => {
    installed(async () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await isNewerInstalled(ENTRY)).toBe(false);
    installed(async () => new Response("Bad gateway", { status: 502 }));
    expect(await isNewerInstalled(ENTRY)).toBe(false);
  });
});
