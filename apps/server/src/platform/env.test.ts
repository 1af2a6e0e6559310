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
      ["PORT", "4190", "los navegadores no abren direcciones con ese puerto"],
      ["PUBLIC_URL", "https://umbral.example:6000", "los navegadores no abren direcciones con ese puerto"],
      ["TRUSTED_PROXIES", "127.0.0.1, secreto", "deben ser direcciones IP o redes"],
      ["TRUSTED_PROXIES", "10.0.0.0/33", "deben ser direcciones IP o redes"],
      ["STUN_URLS", "secreto.example:3478", "deben ser direcciones como stun:stun.example:3478"],
      [
        "TURN_URLS",
        "turn:turn.example, https://secreto",
        "deben ser direcciones como turn:turn.example:3478",
      ],
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

  it("takes an object store whole, encrypted or within one's own network, or not at all", () => {
    const s3 = {
      S3_ENDPOINT: "https://s3.example/",
      S3_BUCKET: "umbral",
      S3_ACCESS_KEY_ID: "someone",
      S3_SECRET_ACCESS_KEY: "secreto",
    };
    expect(readEnv({}).s3).toBeUndefined();
    expect(readEnv({ ...s3, S3_PREFIX: "porterias/umbral/" }).s3).toEqual({
      endpoint: "https://s3.example",
      region: "us-east-1",
      bucket: "umbral",
      accessKeyId: "someone",
      secretAccessKey: "secreto",
      prefix: "porterias/umbral/",
    });
    for (const [name, value] of Object.entries(s3)) {
      expect(() => readEnv({ [name]: value })).toThrow("S3_ENDPOINT: va con S3_BUCKET");
    }
    expect(() => readEnv({ S3_PREFIX: "umbral" })).toThrow("S3_PREFIX: va con S3_ENDPOINT");
    for (const endpoint of [
      "http://127.0.0.1:9000",
      "http://10.1.2.3",
      "http://[fd00::1]:9000",
      "http://localhost",
    ]) {
      expect(readEnv({ ...s3, S3_ENDPOINT: endpoint }).s3?.endpoint).toBe(endpoint);
    }
    for (const endpoint of ["http://s3.example", "http://8.8.8.8", "http://minio:9000"]) {
      expect(() => readEnv({ ...s3, S3_ENDPOINT: endpoint })).toThrow(
        "S3_ENDPOINT: la dirección debe empezar por https",
      );
    }
    for (const endpoint of [
      "https://me:secreto@s3.example",
      "https://s3.example/umbral",
      "https://s3.example?x=secreto",
    ]) {
      expect(() => readEnv({ ...s3, S3_ENDPOINT: endpoint })).toThrow(
        "S3_ENDPOINT: debe ser solo la dirección",
      );
      expect(() => readEnv({ ...s3, S3_ENDPOINT: endpoint })).not.toThrow("secreto");
    }
    for (const prefix of ["../otro", "/umbral", "a//b", "a b"]) {
      expect(() => readEnv({ ...s3, S3_PREFIX: prefix })).toThrow("S3_PREFIX: debe ser una carpeta");
    }
  });

  it("takes an empty variable for an absent one", () => {
    expect(readEnv({ DATABASE_URL: "", PUBLIC_URL: "" })).toMatchObject({ databaseUrl: undefined });
    expect(readEnv({ PORT: "", HOST: "", DATA_DIR: "", PRODUCT: "", VISIT_PICTURES_DAYS: "" })).toEqual(
      readEnv({}),
    );
  });
});
