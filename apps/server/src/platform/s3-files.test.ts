import { randomBytes } from "node:crypto";
import { createServer as createWebServer } from "node:http";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { picture } from "../../testing/test-forms.ts";
import { startTestS3 } from "../../testing/test-s3.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { EncryptedFiles, FilesAway } from "./files.ts";
import { FilesElsewhere, notePlace, openFiles } from "./files-place.ts";
import { removeBytes } from "./picture-sweep.ts";
import { FilesOfOthers, S3Files } from "./s3-files.ts";
import { S3Requests } from "./s3-requests.ts";

/* With an object store that is none of ours, in a process that is killed. */

const store = await startTestS3();
const server = await startTestServer(store.variables("served"));
afterAll(async () => {
  await server.close();
  await store.close();
});

const { services } = server.app;
const said: unknown[] = [];
const log = { error: (...line: unknown[]) => void said.push(line), info: () => undefined };
const filesUnder = (prefix: string, more: { installation?: string; takesOver?: boolean } = {}) =>
  new S3Files(store.place(prefix), { installation: "ours", log, ...more });
const soon = { timeout: 6000, interval: 20 };

beforeEach(() => {
  said.length = 0;
});

async function idsOf(files: Pick<S3Files, "list">): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of files.list()) {
    ids.push(id);
  }
  return ids.sort();
}

describe("files in an object store", () => {
  it("come back as they went in, cannot be read there, and go when they are removed", async () => {
    const sealed = filesUnder("whole");
    const files = new EncryptedFiles(sealed, Buffer.alloc(32, 7));
    const face = randomBytes(300_000);
    await files.put("0001-ab", face);
    expect(await files.get("0001-ab")).toEqual(face);
    const stored = (await sealed.read("0001-ab")) ?? Buffer.alloc(0);
    expect(stored.indexOf(face.subarray(0, 16))).toBe(-1);
    expect(await sealed.lengthOf("0001-ab")).toBe(stored.length);
    expect([await sealed.lengthOf("0001-a"), await files.get("0001-a")]).toEqual([null, null]);
    expect(await idsOf(sealed)).toEqual(["0001-ab"]);
    await files.remove("0001-ab");
    await files.remove("0001-ab");
    expect([await files.get("0001-ab"), await idsOf(sealed)]).toEqual([null, []]);
    await files.check();
  });

  it("are listed to the end, however many pages there are", async () => {
    const files = filesUnder("many");
    const ids = ["a", "b", "c", "d", "e"];
    await Promise.all(ids.map((id) => files.write(id, [Buffer.from(id)])));
    const found: string[] = [];
    for await (const { name } of new S3Requests(store.place("many"), log).list("files/", 2)) {
      found.push(name);
    }
    expect(found).toEqual(ids.map((id) => `files/${id}`));
  });

  it("of another installation are neither touched nor swept", async () => {
    await filesUnder("theirs", { installation: "theirs" }).write("a", [Buffer.from("their face")]);
    const ours = filesUnder("theirs");
    const all = [
      () => ours.write("b", []),
      () => ours.read("a"),
      () => ours.remove("a"),
      () => idsOf(ours),
      () => ours.check(),
    ];
    for (const act of all) {
      await expect(act()).rejects.toThrow(FilesOfOthers);
    }
    await new S3Requests(store.place("unmarked"), log).put("files/a", Buffer.from("whose?"));
    await expect(filesUnder("unmarked").remove("a")).rejects.toThrow(FilesOfOthers);
    expect(await filesUnder("theirs", { installation: "theirs" }).read("a")).toEqual(
      Buffer.from("their face"),
    );
    // The key was lost, and the operator says so: they are swept as what no row names, as on a disk.
    expect(await idsOf(filesUnder("theirs", { takesOver: true }))).toEqual(["a"]);
  });

  it("tell of a store that refuses without its address or a key", async () => {
    const wrong = { ...store.place("wrong"), secretAccessKey: "of-nobody" };
    const refused = await new S3Files(wrong, { installation: "ours", log })
      .write("a", [])
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FilesAway);
    expect(String(refused)).toContain("403 SignatureDoesNotMatch");
    const nowhere = { ...store.place("wrong"), bucket: "not-there" };
    await expect(new S3Files(nowhere, { installation: "ours", log }).read("a")).rejects.toThrow(
      "404 NoSuchBucket",
    );
    expect(JSON.stringify([String(refused), said])).not.toMatch(/of-nobody|S3RVER|127\.0\.0\.1/);
  });

  it("are not taken for all where a store cannot say what comes next, or answers what is no list", async () => {
    const key = "<Contents><Key>odd/files/a</Key><Size>1</Size></Contents>";
    let answer = "";
    const odd = createWebServer((_request, reply) => reply.end(answer)).listen(0, "127.0.0.1");
    await new Promise((resolve) => odd.once("listening", resolve));
    const address = odd.address();
    const port = typeof address === "object" ? address?.port : 0;
    const place = { ...store.place("odd"), endpoint: `http://127.0.0.1:${port}` };
    const files = new S3Files(place, { installation: null, log });
    for (answer of [
      `<ListBucketResult><IsTruncated>true</IsTruncated>${key}</ListBucketResult>`,
      `<ListBucketResult><IsTruncated>false</IsTruncated>${key}`,
      "<html><body>Maintenance</body></html>",
    ]) {
      await expect(idsOf(files)).rejects.toThrow("no list");
    }
    answer = `<ListBucketResult><IsTruncated>false</IsTruncated>${key}</ListBucketResult>`;
    expect(await idsOf(files)).toEqual(["a"]);
    odd.closeAllConnections();
    await new Promise((resolve) => odd.close(resolve));
  });

  it("do not hold up who comes second while the store says nothing, and are back by themselves", async () => {
    const lines = new Set<Socket>();
    const silent = createServer((socket) => lines.add(socket)).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    const requests = new S3Requests({ ...store.place("x"), endpoint: `http://127.0.0.1:${port}` }, log, 300);
    await expect(requests.get("a")).rejects.toThrow("in time");
    const before = performance.now();
    await expect(requests.get("a")).rejects.toThrow(FilesAway);
    expect(performance.now() - before).toBeLessThan(200);
    expect(said).toHaveLength(1);
    for (const line of lines) {
      line.destroy();
    }
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe("a server whose files are in an object store", () => {
  const photo = async (person: { headers: Record<string, string> }) => {
    const form = new FormData();
    form.append("photo", await picture());
    return fetch(`${server.url}/api/user/profile/photo`, {
      method: "PUT",
      headers: person.headers,
      body: form,
    });
  };
  const portraitOf = (id: string) =>
    server.db
      .selectFrom("users")
      .select("photo_file_id as fileId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const readiness = async () => (await server.app.http.inject("/readyz")).json<{ files: string }>().files;
  const figure = async () =>
    /^umbral_files_store_away (\d)$/m.exec((await server.app.http.inject("/metrics")).body)?.[1];

  it("refuses a picture while it is away, with nothing changed, goes on with all else, and takes it when it is back", async () => {
    const person = await server.newPerson();
    expect((await photo(person)).status).toBe(200);
    const { fileId: first } = await portraitOf(person.id);
    const shown = await services.addresses.forFile(first);
    expect((await fetch(server.url + shown)).status).toBe(200);
    expect(await readiness()).toBe("kept");

    await store.kill();
    const refused = await photo(person);
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { code: "FILES_AWAY", message: expect.stringContaining("Intenta de nuevo en unos minutos") },
    ]);
    expect((await fetch(server.url + shown)).status).toBe(503);
    expect(await portraitOf(person.id)).toEqual({ fileId: first });
    expect(await server.db.selectFrom("files").select("id").execute()).toEqual([{ id: first }]);
    server.clock.stall(5000);
    await expect.poll(readiness, soon).toBe("away");
    expect(await figure()).toBe("1");
    // What is decided goes on; the bytes wait for the sweep.
    await removeBytes(services, [first ?? ""]);

    await store.start();
    await expect.poll(readiness, soon).toBe("kept");
    expect((await photo(person)).status).toBe(200);
    expect((await portraitOf(person.id)).fileId).not.toBe(first);
    expect(await figure()).toBe("0");
  });

  it("is not opened where its files are not", async () => {
    const asked = { installation: services.digest.fingerprint, log };
    // Written by a server of before, on its disk.
    await expect(openFiles(server.db, services.env, asked)).rejects.toThrow("files:move -- --to s3");
    await server.db.transaction().execute((trx) => notePlace(trx, "s3"));
    await expect(openFiles(server.db, { ...services.env, s3: undefined }, asked)).rejects.toThrow(
      FilesElsewhere,
    );
    expect((await openFiles(server.db, services.env, asked)).place).toBe("s3");
  });
});
