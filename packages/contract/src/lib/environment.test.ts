import { describe, expect, it } from "vitest";
import { misspeltIn } from "./environment.ts";

const known = ["PORT", "HOST", "DEMO", "DATABASE_URL", "TRUSTED_PROXIES", "TWILIO_AUTH_TOKEN", "PUBLIC_URL"];
const named = (...names: string[]) =>
  misspeltIn(Object.fromEntries(names.map((name) => [name, "x"])), known, ["UMBRAL_", "TWILIO_"]);

describe("a variable that nobody reads", () => {
  it("is named with what was meant", () => {
    for (const [name, meant] of [
      ["DATABSE_URL", "DATABASE_URL"],
      ["DATABASE_ULR", "DATABASE_URL"],
      ["database_url", "DATABASE_URL"],
      ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
      ["TWILIO_TOKEN_AUTH", undefined],
      ["TWILLIO_AUTH_TOKEN", "TWILIO_AUTH_TOKEN"],
      ["PORTS", "PORT"],
      ["UMBRAL_PORT", undefined],
      ["PUBLICURL", "PUBLIC_URL"],
    ] as const) {
      expect(named(name)).toEqual([
        meant === undefined
          ? `${name}: esa variable no existe y no se usa. Mira .env.example.`
          : `${name}: esa variable no existe y no se usa. ¿Quisiste escribir ${meant}?`,
      ]);
    }
  });

  it("is left alone when it is somebody else's", () => {
    expect(
      named(
        "PATH",
        "HOME",
        "HOSTNAME",
        "TERM",
        "LANG",
        "MAIL",
        "SESSION_MANAGER",
        "NODE_ENV",
        "DB_URL",
        "PWD",
        "PS1",
      ),
    ).toEqual([]);
    expect(
      misspeltIn(
        {
          UMBRAL_SERVICE_HOST: "10.0.0.1",
          UMBRAL_PORT: "tcp://10.0.0.1:3000",
          UMBRAL_PORT_3000_TCP_ADDR: "10.0.0.1",
          UMBRAL_EMPTY: "",
          PORT: "3000",
        },
        known,
        ["UMBRAL_"],
      ),
    ).toEqual([]);
  });

  it("never says its value", () => {
    expect(misspeltIn({ TWILIO_AUTH_TOKENS: "secret-of-somebody" }, known, []).join()).not.toContain(
      "secret",
    );
  });
});
