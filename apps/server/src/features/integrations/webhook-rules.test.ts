import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ATTEMPTS_AT_MOST, pauseAfter } from "./delivery-pauses.ts";
import { webhookAddress } from "./webhook-address.ts";
import { newWebhookSecret, signedHeaders } from "./webhook-signature.ts";

describe("the address of a webhook", () => {
  it("is one that the whole world may reach, over TLS, with nobody's password in it", () => {
    expect(webhookAddress("https://receiver.example/umbral?a=1#x", "public")).toBe(
      "https://receiver.example/umbral?a=1",
    );
    expect(webhookAddress("https://8.8.8.8:8443/", "public")).toBe("https://8.8.8.8:8443/");
    for (const address of [
      "http://receiver.example/",
      "https://localhost/",
      "https://printer/",
      "https://printer.local/",
      "https://127.0.0.1/",
      "https://2130706433/",
      "https://0x7f.1/",
      "https://10.1.2.3/",
      "https://169.254.169.254/latest/meta-data",
      "https://[::1]/",
      "https://[fd00::1]/",
      "https://[::ffff:127.0.0.1]/",
      "https://ana:secreta@receiver.example/",
      "ftp://receiver.example/",
      "receiver.example",
      "",
    ]) {
      expect(() => webhookAddress(address, "public"), address).toThrow("WEBHOOK_ADDRESS_NOT_VALID");
    }
    // Written down, 'ñ' is '%C3%B1'.
    expect(webhookAddress(`https://receiver.example/${"ñ".repeat(70)}`, "public")).toHaveLength(445);
    expect(() => webhookAddress(`https://receiver.example/${"ñ".repeat(80)}`, "public")).toThrow(
      "WEBHOOK_ADDRESS_NOT_VALID",
    );
    expect(webhookAddress("http://127.0.0.1:9000/", "anywhere")).toBe("http://127.0.0.1:9000/");
    expect(() => webhookAddress("file:///etc/passwd", "anywhere")).toThrow("WEBHOOK_ADDRESS_NOT_VALID");
  });
});

describe("the attempts of a delivery", () => {
  it("are eight in about a day, and no two come back in step", () => {
    const pauses = (chance: number) =>
      Array.from({ length: ATTEMPTS_AT_MOST }, (_, done) => pauseAfter(done + 1, chance));
    expect(ATTEMPTS_AT_MOST).toBe(8);
    const total = pauses(0.5).reduce((sum: number, pause) => sum + (pause ?? 0), 0);
    expect(total / 3_600_000).toBeGreaterThan(23);
    expect(total / 3_600_000).toBeLessThan(25);
    expect(pauses(0.5).at(-1)).toBeNull();
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        const waits = pauses(chance).slice(0, -1).map(Number);
        expect(waits).toEqual(waits.toSorted((one, other) => one - other));
      }),
    );
  });
});

describe("a signature", () => {
  it("is by the convention of Standard Webhooks, one for each secret that is good", () => {
    const [secret, old] = [newWebhookSecret(), newWebhookSecret()];
    const at = new Date("2026-11-26T12:00:00.900Z");
    const headers = signedHeaders({ id: "msg", at, body: '{"a":1}' }, [secret, old]);
    expect(headers).toMatchObject({ "webhook-id": "msg", "webhook-timestamp": "1795694400" });
    const signatures = [secret, old].map((one) => {
      const key = Buffer.from(one.replace("whsec_", ""), "base64");
      return `v1,${createHmac("sha256", key).update('msg.1795694400.{"a":1}').digest("base64")}`;
    });
    expect(headers["webhook-signature"]).toBe(signatures.join(" "));
  });
});
