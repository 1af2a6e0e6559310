import { describe, expect, it } from "vitest";
import { readEnv, WrongEnvironment } from "./env.ts";

describe("the configuration", () => {
  it("is for one's own machine when nothing is said", () => {
    expect(readEnv({})).toMatchObject({ port: 3000, host: "127.0.0.1", product: "bb", demo: "when-new" });
  });

  it("shows the demonstration only where nobody else can come in", () => {
    for (const variables of [
      { HOST: "0.0.0.0" },
      { DATABASE_URL: "postgres://u@h/d" },
      { PUBLIC_URL: "https://umbral.example" },
      { DEMO: "0" },
    ]) {
      expect(readEnv(variables).demo).toBe("off");
    }
    expect(readEnv({ DEMO: "1", HOST: "0.0.0.0" }).demo).toBe("on");
  });

  it("names the variable that is wrong", () => {
    const wrong: [Record<string, string>, string][] = [
      [{ PORT: "many" }, "PORT"],
      [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
      [{ PRODUCT: "user" }, "PRODUCT"],
      [{ SESSION_SECRET: "short" }, "SESSION_SECRET"],
      [{ TURN_URLS: "turn:x" }, "TURN_URLS"],
      [{ DEMO: "yes" }, "DEMO"],
      [{ TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t" }, "TWILIO_FROM"],
      [{ TWILIO_FROM: "6010000000" }, "TWILIO_FROM"],
      [{ VAPID_PUBLIC_KEY: "x" }, "VAPID_PUBLIC_KEY"],
      [{ VAPID_PRIVATE_KEY: "p".repeat(43) }, "VAPID_PUBLIC_KEY"],
      [{ VAPID_SUBJECT: "somebody" }, "VAPID_SUBJECT"],
      [{ TWILIO_API_URL: "ftp://x" }, "TWILIO_API_URL"],
    ];
    for (const [variables, name] of wrong) {
      expect(() => readEnv(variables)).toThrow(WrongEnvironment);
      expect(() => readEnv(variables)).toThrow(name);
    }
  });

  it("reads who makes phone calls, whole or not at all", () => {
    expect(readEnv({}).twilio).toBeUndefined();
    const twilio = { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t", TWILIO_FROM: "+576010000000" };
    expect(readEnv(twilio).twilio).toEqual({
      accountSid: "AC1",
      authToken: "t",
      from: "+576010000000",
      apiUrl: "https://api.twilio.com",
    });
    expect(readEnv({ ...twilio, TWILIO_API_URL: "http://127.0.0.1:9/" }).twilio?.apiUrl).toBe(
      "http://127.0.0.1:9",
    );
  });

  it("takes an empty variable for an absent one", () => {
    expect(readEnv({ DATABASE_URL: "", PUBLIC_URL: "" })).toMatchObject({ databaseUrl: undefined });
  });
});
