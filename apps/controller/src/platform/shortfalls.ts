import { accessSync, constants, readdirSync, statfsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Facts, their pictures and a copy of the store while it is mended. */
const ROOM_MB = 500;
/** What devices are connected through, and the group that may use each on Debian and Raspberry Pi OS. */
const buses = [
  { name: /^gpiochip\d+$/, folder: "", group: "gpio" },
  { name: /^tty(USB|ACM|AMA)\d+$/, folder: "", group: "dialout" },
  { name: /^event\d+$/, folder: "input", group: "input" },
] as const;

export interface Machine {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  isRoot: boolean;
  devices: string;
}

/**
 * What this machine lacks, one Spanish sentence each, with what to do: said at each start, and none of it keeps a door
 * from working.
 */
export function shortfalls({ env, dataDir, isRoot, devices }: Machine): string[] {
  const said: string[] = [];
  if (env["NOTIFY_SOCKET"] === undefined) {
    said.push(
      "Nadie vuelve a arrancar este controlador si se cae: instálalo como servicio (deploy/controller).",
    );
  }
  if (isRoot) {
    said.push("Corre como root, y no lo necesita: el instalador le da un usuario propio.");
  }
  if (!isProgram("ffmpeg", env["PATH"] ?? "")) {
    said.push("Falta ffmpeg: las cámaras RTSP no se verán. Instálalo con: apt install ffmpeg");
  }
  const chips = devicesIn(devices, /^gpiochip\d+$/);
  if (chips.length > 0 && !isProgram("gpioset", env["PATH"] ?? "")) {
    said.push("Falta gpiod: los relés, contactos y botones en pines GPIO no funcionarán. apt install gpiod");
  }
  const freeMb = roomAt(dataDir);
  if (freeMb < ROOM_MB) {
    said.push(
      `Al disco le quedan ${freeMb} MB libres y deberían ser ${ROOM_MB}: borra lo que no haga falta.`,
    );
  }
  for (const { name, folder, group } of buses) {
    for (const device of closedDevices(join(devices, folder), name)) {
      said.push(`No puede usar ${device}: agrega su usuario al grupo ${group} y vuelve a arrancarlo.`);
    }
  }
  return said;
}

function isProgram(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => isAllowed(join(folder, name), constants.X_OK));
}

function roomAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1_000_000);
}

const closedDevices = (folder: string, name: RegExp): string[] =>
  devicesIn(folder, name).filter((device) => !isAllowed(device, constants.R_OK | constants.W_OK));

function devicesIn(folder: string, name: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((entry) => name.test(entry))
      .map((entry) => join(folder, entry));
  } catch {
    // A machine without such devices has no such folder.
    return [];
  }
}

function isAllowed(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}
