import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FILM_RATE } from "./motion.film.ts";

const run = promisify(execFile);

/** The program beside which it is measured; installed where that is allowed, else said to be missing. */
export async function findPeer(): Promise<boolean> {
  const isThere = () =>
    run("motion", ["-h"]).then(
      () => true,
      // It answers its own -h with 1.
      (error: unknown) => Object(error).code === 1,
    );
  if (await isThere()) {
    return true;
  }
  if (process.getuid?.() === 0) {
    await run("apt-get", ["-qq", "install", "-y", "--no-install-recommends", "motion"], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).catch(() => undefined);
  }
  const isThereNow = await isThere();
  if (!isThereNow) {
    process.stderr.write("motion is not installed: measured alone (apt-get install motion)\n");
  }
  return isThereNow;
}

export async function startPeer(folder: string, address: string) {
  const pictures = join(folder, "peer");
  const events = join(folder, "peer-events");
  await mkdir(pictures);
  await writeFile(events, "");
  const settings = {
    daemon: "off",
    log_level: "3",
    target_dir: pictures,
    netcam_url: address,
    width: "1280",
    height: "720",
    framerate: String(FILM_RATE),
    event_gap: "5",
    picture_output: "first",
    movie_output: "off",
    webcontrol_port: "0",
    stream_port: "0",
    text_right: "",
    on_event_start: `echo ${randomUUID().slice(0, 8)} >> ${events}`,
  };
  const file = join(folder, "motion.conf");
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}`.trim());
  await writeFile(file, `${lines.join("\n")}\n`);
  return {
    process: spawn("motion", ["-n", "-c", file], { stdio: "ignore" }),
    events: async () => (await readFile(events, "utf8")).split("\n").filter(Boolean).length,
  };
}
