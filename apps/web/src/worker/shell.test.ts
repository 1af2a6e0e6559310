import { describe, expect, it } from "vitest";
import { createShell } from "./shell.ts";

const ORIGIN = "https://umbral.example";
const FILES = {
  version: "v2",
  entry: "/assets/index-2.js",
  files: ["/assets/index-2.js", "/assets/old-1.css"],
};
const PAGE_2 = '<script src="/assets/index-2.js">';

/** The Cache API, as far as the shell goes. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    return {
      match: async (url: string) => entries.get(url)?.clone(),
      put: async (url: string, response: Response) => void entries.set(url, response.clone()),
    } as unknown as Cache;
  }
  async match(url: string) {
    for (const entries of this.all.values()) {
      const found = entries.get(url);
      if (found) {
        return found.clone();
      }
    }
    return undefined;
  }
  async keys() {
    return [...this.all.keys()];
  }
  async delete(name: string) {
    return this.all.delete(name);
  }
  paths(name: string) {
    return [...(this.all.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname).sort();
  }
}

type Answer = Response | Promise<Response>;

function setUp(answers: Record<string, () => Answer> = {}) {
  const caches = new FakeCaches();
  const asked: string[] = [];
  let patienceIsOver: () => void = () => undefined;
  const shell = createShell(FILES, {
    caches: caches as unknown as CacheStorage,
    origin: ORIGIN,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      const answer = answers[pathname];
      if (!answer) {
        throw new TypeError("Failed to fetch");
      }
      return answer();
    },
    sleep: () =>
      new Promise((resolve) => {
        patienceIsOver = resolve;
      }),
  });
  return { caches, asked, shell, endPatience: () => patienceIsOver() };
}

const served = {
  "/index.html": () => new Response(PAGE_2),
  "/assets/index-2.js": () => new Response("code"),
  "/assets/old-1.css": () => new Response("style"),
};

/** A request as the browser makes it for a page; a program cannot make one of this mode. */
const opening = (path: string): Request => {
  const request = new Request(ORIGIN + path);
  Object.defineProperty(request, "mode", { value: "navigate" });
  return request;
};
const textOf = async (answer: Promise<Response> | null) => (answer === null ? null : (await answer).text());

describe("the installation of a version", () => {
  it("keeps the page and its files, and fetches nothing again whose name says its content", async () => {
    const { caches, asked, shell } = setUp({
      ...served,
      "/assets/old-1.css": () => new Response("not asked for"),
    });
    const before = await caches.open("umbral-shell-v1");
    await before.put(`${ORIGIN}/assets/old-1.css`, new Response("style"));
    await shell.install();
    expect(caches.paths("umbral-shell-v2")).toEqual([
      "/assets/index-2.js",
      "/assets/old-1.css",
      "/index.html",
    ]);
    expect(asked).toEqual(["/index.html", "/assets/index-2.js"]);
  });

  it("fails with the page of another version, which a deploy put there meanwhile", async () => {
    const { shell } = setUp({
      ...served,
      "/index.html": () => new Response('<script src="/assets/index-3.js">'),
    });
    await expect(shell.install()).rejects.toThrow("another version");
  });

  it("fails when a file is gone or the network is", async () => {
    const gone = setUp({ ...served, "/assets/index-2.js": () => new Response("", { status: 404 }) });
    await expect(gone.shell.install()).rejects.toThrow("404");
    await expect(setUp().shell.install()).rejects.toThrow("fetch");
  });

  it("forgets the older ones at the end, and nobody else's", async () => {
    const { caches, shell } = setUp(served);
    await caches.open("umbral-shell-v1");
    await caches.open("somebody-else");
    await shell.install();
    await shell.activate();
    expect([...caches.all.keys()]).toEqual(["somebody-else", "umbral-shell-v2"]);
  });
});

describe("a page", () => {
  it("is the server's when it answers in time: never older than the last deploy", async () => {
    const { shell } = setUp({ ...served, "/profile": () => new Response("page 3") });
    await shell.install();
    expect(await textOf(shell.answer(opening("/profile")))).toBe("page 3");
  });

  it("is the kept one without a network, with a slow one, and with a proxy that has no server", async () => {
    const away = setUp(served);
    await away.shell.install();
    expect(await textOf(away.shell.answer(opening("/profile")))).toBe(PAGE_2);

    const slow = setUp({ ...served, "/profile": () => new Promise<Response>(() => undefined) });
    await slow.shell.install();
    const answer = slow.shell.answer(opening("/profile"));
    slow.endPatience();
    expect(await textOf(answer)).toBe(PAGE_2);

    const proxy = setUp({ ...served, "/profile": () => new Response("Bad gateway", { status: 502 }) });
    await proxy.shell.install();
    expect(await textOf(proxy.shell.answer(opening("/profile")))).toBe(PAGE_2);
  });

  it("is waited for when none was kept, and what the server refuses is refused", async () => {
    let arrive: (response: Response) => void = () => undefined;
    const { shell, endPatience } = setUp({
      "/profile": () =>
        new Promise<Response>((resolve) => {
          arrive = resolve;
        }),
      "/demo": () => new Response("{}", { status: 404 }),
    });
    const answer = shell.answer(opening("/profile"));
    endPatience();
    arrive(new Response("late"));
    expect(await textOf(answer)).toBe("late");
    expect((await shell.answer(opening("/demo")))?.status).toBe(404);
  });
});

describe("what is none of the worker's business", () => {
  it("is data, pictures, other sites, files it did not keep, and whatever changes something", async () => {
    const { shell } = setUp(served);
    await shell.install();
    for (const path of [
      "/api/buildings",
      "/api/files/1?token=x",
      "/socket.io/",
      "/sw.js",
      "/assets/gone.js",
    ]) {
      expect([path, shell.answer(new Request(ORIGIN + path))]).toEqual([path, null]);
    }
    for (const path of ["/api/docs", "/api", "/metrics", "/healthz"]) {
      expect([path, shell.answer(opening(path))]).toEqual([path, null]);
    }
    expect(shell.answer(new Request("https://elsewhere.example/assets/index-2.js"))).toBeNull();
    expect(shell.answer(new Request(`${ORIGIN}/assets/index-2.js`, { method: "POST" }))).toBeNull();
  });

  it("is not what it kept, which needs no network", async () => {
    const { asked, shell } = setUp(served);
    await shell.install();
    asked.length = 0;
    expect(await textOf(shell.answer(new Request(`${ORIGIN}/assets/index-2.js`)))).toBe("code");
    expect(asked).toEqual([]);
  });
});
