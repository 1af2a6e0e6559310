import { createConnection } from "node:net";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { storedIds } from "../../../testing/broken-parts.ts";
import { fileOf, picture } from "../../../testing/test-forms.ts";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
beforeEach(() => server.clock.push(15 * 60_000));

const { files } = server.app.services;
const forms = await formsFor(await server.newBuilding());
const bytesOf = async (file: File): Promise<Buffer> => Buffer.from(await file.arrayBuffer());

/** The picture that is kept of the only person with this cédula. */
async function keptOf(cedula: string | File | undefined): Promise<Buffer | null> {
  const { photo_file_id } = await server.db
    .selectFrom("users")
    .select("photo_file_id")
    .where("cedula", "=", String(cedula))
    .executeTakeFirstOrThrow();
  return files.get(photo_file_id ?? "");
}

describe("a picture that is sent to do harm", () => {
  it("is kept as its pixels alone when something hides behind or in it", async () => {
    const jpeg = await bytesOf(await picture());
    const script = Buffer.from("<html><script>alert(document.domain)</script></html>");
    const archive = Buffer.from("PK\x03\x04 una carpeta");
    const commented = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, script.length + 2]),
      script,
      jpeg.subarray(2),
    ]);
    for (const sent of [Buffer.concat([jpeg, script]), Buffer.concat([jpeg, archive]), commented]) {
      const form = forms.express();
      const reply = await register(server, forms.expressPath, form, { photo: fileOf(sent) });
      expect(reply.status).toBe(200);
      const kept = await keptOf(form["cedula"]);
      expect((await sharp(kept ?? "").metadata()).format).toBe("jpeg");
      expect([kept?.includes("script"), kept?.includes("PK\x03\x04")]).toEqual([false, false]);
    }
  });

  it("is kept as its first picture when it moves", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(3);
    const form = forms.express();
    const photo = fileOf(moving, "image/webp");
    expect((await register(server, forms.expressPath, form, { photo })).status).toBe(200);
    const kept = await sharp((await keptOf(form["cedula"])) ?? "").metadata();
    expect([kept.format, kept.pages ?? 1, kept.height]).toEqual(["jpeg", 1, 20]);
  });

  it("is refused when it is another kind, cut short, empty, or vast", async () => {
    const before = await storedIds(files);
    const jpeg = await bytesOf(await picture({ width: 600, height: 400 }));
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), jpeg]);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const [photo, code] of [
      [fileOf(heic, "image/heic"), "PICTURE_NOT_VALID"],
      [fileOf(svg, "image/svg+xml"), "PICTURE_NOT_VALID"],
      [fileOf(jpeg.subarray(0, jpeg.length / 2)), "PICTURE_NOT_VALID"],
      [await picture({ width: 10_000, height: 10_000, format: "png" }), "PICTURE_NOT_VALID"],
      [fileOf(""), "INCOMPLETE"],
      [fileOf(new Uint8Array(5 * 1024 * 1024 + 1)), "TOO_LARGE"],
    ] as const) {
      const reply = await register(server, forms.expressPath, forms.express(), { photo });
      expect([reply.status < 500, reply.body["code"]]).toEqual([true, code]);
    }
    expect(await storedIds(files)).toEqual(before);
  });

  it("does not come in twenties, nor under another name", async () => {
    const before = await storedIds(files);
    const photo = await picture();
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`photo${index}`, photo]));
    const twenty = await register(server, forms.expressPath, forms.express(), many);
    expect([twenty.status, twenty.body["code"]]).toEqual([413, "TOO_LARGE"]);
    const other = await register(server, forms.expressPath, forms.express(), {
      photo: undefined,
      cedulaFrontal: photo,
    });
    expect([other.status, other.body["code"]]).toEqual([400, "BAD_REQUEST"]);
    expect(await storedIds(files)).toEqual(before);
  });
});

describe("an upload that does not end", () => {
  const { hostname, port } = new URL(server.url);
  const head = (length: number) =>
    [
      "POST /api/visitors/express HTTP/1.1",
      "Host: localhost",
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${length}`,
      "",
      "--x",
      'Content-Disposition: form-data; name="photo"; filename="f.jpg"',
      "",
      "half a pic",
    ].join("\r\n");

  const answerTo = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const line = createConnection(Number(port), hostname, () => line.write(text));
      let heard = "";
      line.on("data", (chunk) => {
        heard += String(chunk);
        line.destroy();
      });
      line.on("close", () => resolve(heard));
      line.on("error", reject);
    });

  it("is refused before it begins when it says that it is too large", async () => {
    expect(await answerTo(head(50 * 1024 * 1024))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("is one of eight from an address at most, and makes room when it goes", async () => {
    const lines = await Promise.all(
      Array.from(
        { length: 8 },
        () =>
          new Promise<ReturnType<typeof createConnection>>((resolve) => {
            const line = createConnection(Number(port), hostname, () =>
              line.write(head(100_000), () => resolve(line)),
            );
            line.on("error", () => undefined);
          }),
      ),
    );
    await expect.poll(() => answerTo(head(100_000)).then((heard) => heard.slice(0, 12))).toBe("HTTP/1.1 429");
    for (const line of lines) {
      line.destroy();
    }
    await expect
      .poll(async () => (await register(server, forms.expressPath, forms.express())).status)
      .toBe(200);
  });

  it("has its time, after which the line is cut", () => {
    expect(server.app.http.server.requestTimeout).toBeGreaterThan(0);
    expect(server.app.http.server.requestTimeout).toBeLessThanOrEqual(5 * 60_000);
  });
});

describe("whatever is sent", () => {
  it("is answered with a word of the contract, and leaves a file only for who was registered", async () => {
    const good = await bytesOf(await picture());
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((noise) => Buffer.from(noise)),
      // A true picture with some of its bytes changed, or its end away.
      fc
        .tuple(
          fc.nat(good.length),
          fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 }),
        )
        .map(([length, changes]) => {
          const copy = Buffer.from(good);
          for (const [at, value] of changes) {
            copy[at] = value;
          }
          return copy.subarray(0, length);
        }),
      fc
        .constantFrom(
          "\xff\xd8\xff",
          "\x89PNG\r\n\x1a\n",
          "RIFF....WEBP",
          "....ftypavif",
          "GIF89a",
          "%PDF-",
          "<svg",
        )
        .chain((start) =>
          fc
            .uint8Array({ maxLength: 200 })
            .map((noise) => Buffer.concat([Buffer.from(start, "latin1"), Buffer.from(noise)])),
        ),
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        "\u0000",
        "a\u0000b",
        "\ud800",
        "'; drop table users; --",
        "NaN",
        "[object Object]",
        "-0",
      ),
    );
    const field = fc.constantFrom(
      "cedula",
      "documentType",
      "phone",
      "buildingId",
      "acceptTerms",
      "claimCode",
      "__proto__",
      "otro",
    );
    const before = (await storedIds(files)).length;
    let registered = 0;
    await fc.assert(
      fc.asyncProperty(bytes, fc.option(fc.tuple(field, text)), async (photo, change) => {
        server.clock.push(15 * 60_000);
        const reply = await register(server, forms.expressPath, forms.express(), {
          photo: fileOf(photo),
          ...(change ? { [change[0]]: change[1] } : {}),
        });
        registered += reply.status === 200 ? 1 : 0;
        expect(reply.status).toBeLessThan(500);
        expect(reply.status === 200 || typeof reply.body["code"] === "string").toBe(true);
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect(await storedIds(files)).toHaveLength(before + registered);
  }, 60_000);
});
