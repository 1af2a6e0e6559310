import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { earlierAssetsIn, keepAssets } from "./built-assets.ts";
import { dressReplies } from "./replies.ts";
import { serveWeb } from "./web.ts";

let folder: string;
const kept = () => join(folder, "web");
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-assets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A version of the web app: its page, and its code under a name of its own. */
async function build(version: string): Promise<string> {
  const built = join(folder, "built", version);
  await mkdir(join(built, "assets"), { recursive: true });
  await writeFile(join(built, "index.html"), version);
  await writeFile(join(built, `assets/main-${version}.js`), version);
  await writeFile(join(built, `assets/main-${version}.js.br`), `${version}, smaller`);
  return built;
}

let day = 0;
const serve = async (version: string) =>
  keepAssets(await build(version), kept(), new Date(++day * 86_400_000));
const has = async (version: string) =>
  (await earlierAssetsIn(kept())).folderOf(`assets/main-${version}.js`) !== undefined;

describe("the web app's earlier versions", () => {
  it("are none at the first start", async () => {
    expect(await has("one")).toBe(false);
  });

  it("serve the page that was open when the server was updated, and nothing but their code", async () => {
    await serve("one");
    const http = Fastify();
    http.setErrorHandler((_error, _request, reply) => reply.code(404).send());
    await serveWeb(http, { hasDemonstration: false, earlier: await earlierAssetsIn(kept()) });
    const code = await http.inject("/assets/main-one.js");
    expect(code).toMatchObject({ statusCode: 200, body: "one" });
    expect(code.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(code.headers["content-type"]).toContain("javascript");
    const small = await http.inject({ url: "/assets/main-one.js", headers: { "accept-encoding": "br" } });
    expect(small).toMatchObject({ headers: { "content-encoding": "br" }, body: "one, smaller" });
    for (const path of ["/assets/main-two.js", "/assets/main-one.js.br", "/assets/%2e%2e/index.html"]) {
      expect((await http.inject(path)).body).not.toMatch(/^one\b/);
    }
    await http.close();
  });

  it("are the last three beside the one that is served; one that came back counts as new", async () => {
    for (const version of ["one", "two", "three", "one", "four", "five"]) {
      await serve(version);
    }
    const all = await Promise.all(["one", "two", "three", "four", "five"].map(has));
    expect(all).toEqual([true, false, true, true, true]);
  });

  it("are whole: what was cut in the middle is begun anew, and never served", async () => {
    const cut = join(kept(), ".unfinished-of-a-process-that-was-ended");
    await mkdir(join(cut, "assets"), { recursive: true });
    await writeFile(join(cut, "assets/main-one.js"), "o");
    await utimes(cut, 0, 0);
    expect(await has("one")).toBe(false);
    await serve("one");
    const place = (await earlierAssetsIn(kept())).folderOf("assets/main-one.js") ?? "";
    expect(await readFile(join(place, "assets/main-one.js"), "utf8")).toBe("one");
    expect(await readdir(kept())).toHaveLength(1);
  });

  it("are whole where several processes with one data folder keep the same at once", async () => {
    const built = await build("one");
    const ways = Array.from({ length: 40 }, (_, index) => join(built, `assets/part-${index}.js`));
    await Promise.all(ways.map((path) => writeFile(path, "a part")));
    const now = new Date();
    await Promise.all([1, 2, 3].map(() => keepAssets(built, kept(), now)));
    const [place = "", ...more] = await readdir(kept());
    expect(more).toEqual([]);
    expect(await readdir(join(kept(), place, "assets"))).toHaveLength(42);
  });
});

it("names with the page of a screen the files that it wants, and with no other page", async () => {
  const built = await build("one");
  await mkdir(join(built, ".vite"));
  const files = { "/login": ["/assets/first-0a1b2c3d.js", "/assets/login.css", "/assets/login.js"] };
  await writeFile(join(built, ".vite/first-files.json"), JSON.stringify(files));
  const http = Fastify();
  await serveWeb(http, { hasDemonstration: false, earlier: undefined, folder: built });
  const login = await http.inject("/login?x=1");
  expect(login).toMatchObject({ statusCode: 200, body: "one" });
  expect(login.headers["link"]).toBe(
    "</assets/first-0a1b2c3d.js>; rel=preload; as=script, </assets/login.css>; rel=preload; as=style; crossorigin, " +
      "</assets/login.js>; rel=modulepreload",
  );
  expect((await http.inject("/profile")).headers["link"]).toBeUndefined();
  await http.close();
});

it("answers a guest and who stands before a sign with their own page, and lets the reader of QR codes alone run what it is made of", async () => {
  const built = await build("one");
  await mkdir(join(built, "i"));
  await mkdir(join(built, "e"));
  await writeFile(join(built, "i/index.html"), "the guest's");
  await writeFile(join(built, "e/index.html"), "the sign's");
  await writeFile(join(built, "assets/qr-worker-Ab_1.js"), "reads");
  const http = Fastify();
  await dressReplies(http, { publicUrl: undefined });
  await serveWeb(http, { hasDemonstration: false, earlier: undefined, folder: built });
  for (const path of ["/i", "/i/", "/i/?from=whatsapp"]) {
    expect(await http.inject(path)).toMatchObject({ statusCode: 200, body: "the guest's" });
  }
  for (const path of ["/e", "/e/"]) {
    expect(await http.inject(path)).toMatchObject({ statusCode: 200, body: "the sign's" });
  }
  expect((await http.inject("/invitaciones")).body).toBe("one");
  const policyOf = async (path: string) => (await http.inject(path)).headers["content-security-policy"];
  expect(await policyOf("/assets/qr-worker-Ab_1.js")).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(await policyOf("/i/")).toContain("script-src 'self';");
  // A part of a page is no page: it says in short that it may be nothing by itself, and no more.
  expect(await policyOf("/assets/main-one.js")).toBe("default-src 'none'; frame-ancestors 'none'");
  const headersOf = async (path: string) => Object.keys((await http.inject(path)).headers);
  const ofPage = ["permissions-policy", "x-frame-options", "cross-origin-opener-policy"];
  expect(await headersOf("/i/")).toEqual(expect.arrayContaining(ofPage));
  const ofPart = await headersOf("/assets/main-one.js");
  expect(ofPart).toEqual(
    expect.arrayContaining(["x-content-type-options", "cross-origin-resource-policy", "referrer-policy"]),
  );
  expect(ofPart.filter((name) => ofPage.includes(name))).toEqual([]);
  await http.close();
});
