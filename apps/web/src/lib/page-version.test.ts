import { afterEach, describe, expect, it, vi } from "vitest";
import { readInstalled } from "./page-version.ts";

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
