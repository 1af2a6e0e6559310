import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LogFile, lastLines } from "./log-file.ts";

const folder = mkdtempSync(join(tmpdir(), "umbral-logs-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the file of a log", () => {
  it("goes on over a restart, is begun anew when it is full, and only so many are kept", () => {
    const place = join(folder, "logs");
    for (let line = 0; line < 100; line += 1) {
      // Each line by a process of its own.
      new LogFile(place, 100).write(`line ${String(line).padStart(3, "0")}\n`);
    }
    expect(readdirSync(place).sort()).toEqual(["server.log", "server.log.1", "server.log.2", "server.log.3"]);
    expect(lastLines(place, 3)).toEqual(["line 097", "line 098", "line 099"]);
    const kept = lastLines(place, 1000);
    expect(kept.length).toBeLessThanOrEqual(44);
    expect(kept).toEqual([...kept].sort());
  });

  it("keeps nobody from working where its disk takes nothing", () => {
    const taken = join(folder, "taken");
    writeFileSync(taken, "");
    new LogFile(taken).write("a line\n");
    expect(lastLines(taken, 10)).toEqual([]);
  });
});
