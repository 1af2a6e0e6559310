import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { shortfalls } from "./shortfalls.ts";

it("says what the machine lacks, and what to do about it", () => {
  const folder = mkdtempSync(join(tmpdir(), "umbral-shortfalls-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const devices = join(folder, "dev");
  mkdirSync(join(devices, "input"), { recursive: true });
  writeFileSync(join(devices, "gpiochip0"), "");
  // What leads nowhere is closed to root as well, who runs tests in some places.
  const closed = (name: string) => symlinkSync("/nowhere/at/all", join(devices, name));
  closed("ttyUSB0");
  closed("input/event3");
  closed("tty7");
  const machine = { env: { PATH: folder }, dataDir: folder, isRoot: true, devices };
  const said = shortfalls(machine);
  expect(said.slice(0, 4)).toEqual([
    "Nadie vuelve a arrancar este controlador si se cae: instálalo como servicio (deploy/controller).",
    "Corre como root, y no lo necesita: el instalador le da un usuario propio.",
    "Falta ffmpeg: las cámaras RTSP no se verán. Instálalo con: apt install ffmpeg",
    "Falta gpiod: los relés, contactos y botones en pines GPIO no funcionarán. apt install gpiod",
  ]);
  expect(said.slice(-2)).toEqual([
    `No puede usar ${devices}/ttyUSB0: agrega su usuario al grupo dialout y vuelve a arrancarlo.`,
    `No puede usar ${devices}/input/event3: agrega su usuario al grupo input y vuelve a arrancarlo.`,
  ]);

  writeFileSync(join(folder, "ffmpeg"), "");
  chmodSync(join(folder, "ffmpeg"), 0o755);
  const whole = {
    env: { PATH: `/nowhere:${folder}`, NOTIFY_SOCKET: "/run/x" },
    dataDir: folder,
    isRoot: false,
  };
  expect(shortfalls({ ...whole, devices: "/nowhere" })).toEqual([]);
  const pins = mkdtempSync(join(folder, "pins-"));
  writeFileSync(join(pins, "gpiochip0"), "");
  expect(shortfalls({ ...whole, devices: pins })).toHaveLength(1);
  writeFileSync(join(folder, "gpioset"), "");
  chmodSync(join(folder, "gpioset"), 0o755);
  expect(shortfalls({ ...whole, devices: pins })).toEqual([]);
});
