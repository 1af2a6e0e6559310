import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SignedTokens } from "./signed-tokens.ts";

/** For whom it makes them. */
const US = "umbral-server";
const SECRET = "a secret of the server, long enough";
const tokens = new SignedTokens(SECRET);
const noon = new Date("2026-01-01T12:00:00Z");
const later = new Date(noon.getTime() + 60_000);
const Claims = z.object({ sub: z.string() });
const ofPicture = await tokens.make("picture", { sub: "a-file" }, { until: later });

/** A token of nobody's making but ours, of whatever form. */
const signedAs = (header: object, claims: object, secret = SECRET) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256", ...header })
    .sign(new TextEncoder().encode(secret));

describe("a token that the server signed", () => {
  it("says what it says until its end, as what it is", async () => {
    expect(await tokens.read("picture", Claims, ofPicture, noon)).toEqual({ sub: "a-file" });
    expect(await tokens.read("picture", Claims, ofPicture, later)).toBeNull();
  });

  it("is worth nothing as another kind", async () => {
    for (const kind of ["session", "reject-call", "bell-test"] as const) {
      expect([kind, await tokens.read(kind, Claims, ofPicture, noon)]).toEqual([kind, null]);
    }
    const Both = z.object({ sid: z.string() });
    const proof = await tokens.make("reject-call", { sub: "a-call", sid: "a-session" }, { until: later });
    expect(await tokens.read("session", Both, proof)).toBeNull();
  });

  it("is nobody's when it was changed, cut short, signed by somebody else, or not at all", async () => {
    const [header = "", claims = "", signature = ""] = ofPicture.split(".");
    const other = Buffer.from(JSON.stringify({ sub: "another-file", exp: 9e9 })).toString("base64url");
    const until = { sub: "a-file", exp: 9e9 };
    for (const forged of [
      "",
      "..",
      "x",
      `${header}.${claims}.`,
      `${header}.${other}.${signature}`,
      `${ofPicture}x`,
      await signedAs({ typ: "picture" }, until, "another secret of the same length"),
      new UnsecuredJWT(until).encode(),
    ]) {
      expect([forged, await tokens.read("picture", Claims, forged, noon)]).toEqual([forged, null]);
    }
  });

  it("has an end where its kind has one, and no other form", async () => {
    const read = async (claims: object) =>
      tokens.read("picture", Claims, await signedAs({ typ: "picture" }, { aud: US, ...claims }), noon);
    expect(await read({ sub: "a", exp: 9e9 })).toEqual({ sub: "a" });
    expect(await read({ sub: "a" })).toBeNull();
    expect(await read({ sub: 1, exp: 9e9 })).toBeNull();
  });

  it("is nobody's when it was made for somebody else with the same secret, or says not for whom", async () => {
    for (const aud of [undefined, "another-server", ["another-server"], ""]) {
      const picture = await signedAs({ typ: "picture" }, { aud, sub: "a", exp: 9e9 });
      expect([aud, await tokens.read("picture", Claims, picture, noon)]).toEqual([aud, null]);
    }
    const session = await signedAs({ typ: "session" }, { aud: "another-server", sub: "a" });
    expect(await tokens.read("session", Claims, session)).toBeNull();
  });

  it("of a session opened before kinds or audiences were written down is still one, and nothing else", async () => {
    const ofKind = await signedAs({ typ: "session" }, { sub: "a-session" });
    expect(await tokens.read("session", Claims, ofKind)).toEqual({ sub: "a-session" });
    const before = await signedAs({}, { sub: "a-session", exp: 9e9 });
    expect(await tokens.read("session", Claims, before)).toEqual({ sub: "a-session" });
    expect(await tokens.read("picture", Claims, before, noon)).toBeNull();
  });
});
