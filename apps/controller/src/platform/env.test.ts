import { expect, it } from "vitest";
import { misspeltVariables, readSettings, SetupMistake } from "./env.ts";

const RIGHT = { SERVER_URL: "https://umbral.example", CONTROLLER_DATA_DIR: "/var/lib/umbral" };

it("says in Spanish which variables are missing or wrong, never their value", () => {
  const said = (env: NodeJS.ProcessEnv) => () => readSettings(env);
  expect(said({})).toThrow(SetupMistake);
  expect(said({})).toThrow("SERVER_URL: falta y es necesaria; CONTROLLER_DATA_DIR: falta y es necesaria");
  expect(said({ ...RIGHT, SERVER_URL: "ftp://secreto" })).toThrow(
    "SERVER_URL: debe ser la dirección del servidor",
  );
  expect(said({ ...RIGHT, PAIRING_CODE: "corto" })).toThrow("PAIRING_CODE: debe tener al menos 8 caracteres");
  expect(said({ ...RIGHT, PAIRING_CODE: "x".repeat(41) })).toThrow("PAIRING_CODE: debe tener como máximo 40");
  expect(said({ ...RIGHT, CONTROLLER_CLIPS_MB: "20 GB" })).toThrow(
    "CONTROLLER_CLIPS_MB: debe ser un número entero de MB, desde 100",
  );
  expect(readSettings({ ...RIGHT, CONTROLLER_CLIPS_MB: "20000" })).toMatchObject({
    clipsBytes: 20_000_000_000,
  });
  expect(said({ ...RIGHT, SERVER_URL: "ftp://secreto" })).not.toThrow("secreto");
  expect(readSettings({ ...RIGHT, PAIRING_CODE: "", LOG_LEVEL: "" })).toMatchObject({
    pairingCode: undefined,
    logLevel: "info",
  });
});

it("names what looks misspelt, and leaves the server's own variables beside it alone", () => {
  expect(misspeltVariables({ ...RIGHT, PARING_CODE: "x", CONTROLLER_FOLDER: "x", PATH: "x" })).toEqual([
    "PARING_CODE: esa variable no existe y no se usa. ¿Quisiste escribir PAIRING_CODE?",
    "CONTROLLER_FOLDER: esa variable no existe y no se usa. Mira .env.example.",
  ]);
  const ofServer = [
    "PORT",
    "HOST",
    "DATA_DIR",
    "PUBLIC_URL",
    "SESSION_SECRET",
    "TURN_SECRET",
    "ALLOWED_HOSTS",
  ];
  expect(misspeltVariables(Object.fromEntries(ofServer.map((name) => [name, "x"])))).toEqual([]);
});
