import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSettings, SetupMistake } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "umbral-bridge-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const env = {
  UMBRAL_URL: "https://umbral.example",
  UMBRAL_TOKEN_FILE: file("token", "umb_abc\n"),
  MQTT_URL: "mqtt://192.168.1.10",
};

describe("settings", () => {
  it("are read, secrets from their files", () => {
    const settings = readSettings({
      ...env,
      MQTT_USERNAME: "umbral",
      MQTT_PASSWORD_FILE: file("password", "s\n"),
    });
    expect(settings).toMatchObject({ token: "umb_abc", username: "umbral", password: "s", topic: "umbral" });
  });

  it.each([
    [{ MQTT_URL: "mqtt://broker.example" }, "MQTT_URL: la dirección debe empezar por mqtts://"],
    [{ MQTT_URL: "mqtt://8.8.8.8" }, "MQTT_URL: la dirección debe empezar por mqtts://"],
    [{ UMBRAL_URL: "http://umbral.example" }, "UMBRAL_URL: la dirección debe empezar por https://"],
    [{ UMBRAL_TOKEN_FILE: "/nowhere" }, "UMBRAL_TOKEN_FILE: el archivo no se puede leer"],
    [{ UMBRAL_TOKEN_FILE: file("other", "hola") }, "UMBRAL_TOKEN_FILE: ahí no hay un token"],
    [{ MQTT_TOPIC: "casa/#" }, "MQTT_TOPIC: solo letras"],
    [{ MQTT_PICTURE_SECONDS: "-1" }, "MQTT_PICTURE_SECONDS: debe ser al menos 0"],
    [{ MQTT_URL: "" }, "MQTT_URL: falta y es necesaria"],
  ])("say what is wrong with %o", (wrong, said) => {
    const read = () => readSettings({ ...env, ...wrong });
    expect(read).toThrow(SetupMistake);
    expect(read).toThrow(said);
  });
});
