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
    ];
    for (const [variables, name] of wrong) {
      expect(() => readEnv(variables)).toThrow(WrongEnvironment);
      expect(() => readEnv(variables)).toThrow(name);
    }
  });

  it("takes an empty variable for an absent one", () => {
    expect(readEnv({ DATABASE_URL: "", PUBLIC_URL: "" })).toMatchObject({ databaseUrl: undefined });
  });
});
