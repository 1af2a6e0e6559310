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

  it("says what is wrong in Spanish, and never the value", () => {
    const wrong: [string, string, string][] = [
      ["PORT", "muchos", "debe ser un número"],
      ["PORT", "70000", "debe ser como máximo 65535"],
      ["PORT", "1.5", "debe ser un número entero"],
      ["DATABASE_URL", "mysql://secreto", "debe ser una dirección postgres://…"],
      ["DEMO", "secreto", "debe ser 0 o 1"],
      ["PRODUCT", "Secreto", "debe ser una palabra en minúsculas, como bb"],
      ["PRODUCT", "user", "es una palabra que el producto ya usa en sus rutas"],
      ["PUBLIC_URL", "secreto", "debe ser una dirección https://… o http://…"],
      ["ALLOWED_HOSTS", "https://secreto", "debe ser una lista de nombres o direcciones"],
      ["TURN_SECRET", "secreto", "debe tener al menos 16 caracteres"],
      ["METRICS_TOKEN", "secreto", "debe tener al menos 16 caracteres"],
      ["SESSION_SECRET", "secreto", "debe tener al menos 32 caracteres"],
      ["FCM_API_URL", "secreto", "debe ser una dirección"],
      ["VAPID_PUBLIC_KEY", "secreto", "no es una clave VAPID pública"],
      ["VAPID_PRIVATE_KEY", "secreto", "no es una clave VAPID privada"],
      ["VAPID_SUBJECT", "secreto", "debe ser una dirección mailto:… o https://…"],
      ["TWILIO_ACCOUNT_SID", "sec reto", "debe tener solo letras y números"],
      ["TWILIO_FROM", "secreto", "debe ser un número de teléfono como +573001234567"],
      ["SMTP_URL", "secreto", "debe ser una dirección smtp://… o smtps://…"],
      ["MAIL_FROM", "secreto", "debe ser un correo"],
      ["VISIT_PICTURES_DAYS", "0", "debe ser al menos 1"],
      ["LOG_LEVEL", "secreto", "debe ser fatal, error, warn, info, debug, trace o silent"],
    ];
    for (const [name, value, sentence] of wrong) {
      const said = () => readEnv({ [name]: value });
      expect(said).toThrow(`${name}: ${sentence}`);
      expect(said).not.toThrow(/secreto|must|invalid|expected|needs/i);
    }
  });

  it("takes a Redis only beside a database that several processes can share", () => {
    const redis = { REDIS_URL: "rediss://redis.example" };
    expect(() => readEnv(redis)).toThrow("REDIS_URL: va con DATABASE_URL");
    expect(() => readEnv({ REDIS_URL: "http://secreto" })).toThrow(
      "REDIS_URL: debe ser una dirección redis://… o rediss://…",
    );
    expect(readEnv({ ...redis, DATABASE_URL: "postgres://db.example" }).redisUrl).toBe(redis.REDIS_URL);
  });

  it("stops for what it does not do yet instead of ignoring it", () => {
    for (const name of [
      "S3_ENDPOINT",
      "S3_BUCKET",
      "S3_ACCESS_KEY_ID",
      "S3_SECRET_ACCESS_KEY",
      "S3_REGION",
    ]) {
      expect(() => readEnv({ [name]: "x" })).toThrow(`${name}: Umbral todavía no guarda archivos en S3`);
      expect(readEnv({ [name]: "" })).toEqual(readEnv({}));
    }
  });

  it("takes an empty variable for an absent one", () => {
    expect(readEnv({ DATABASE_URL: "", PUBLIC_URL: "" })).toMatchObject({ databaseUrl: undefined });
    expect(readEnv({ PORT: "", HOST: "", DATA_DIR: "", PRODUCT: "", VISIT_PICTURES_DAYS: "" })).toEqual(
      readEnv({}),
    );
  });
});
