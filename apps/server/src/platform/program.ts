import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFolder } from "./package-folder.ts";

/**
 * Tells one program from another, in hexadecimal: a digest of the file that it is bundled into, of what says which packages it comes with, and of
 * Node.js. From the sources there is no such file, and each process is another program: what a developer changed counts at once.
 * @param url the bundle's file
 */
export const programOf = (url: string): string =>
  createHash("sha256")
    .update(url.endsWith(".ts") ? randomUUID() : readFileSync(fileURLToPath(url)))
    .update(readFileSync(join(packageFolder, "package.json")))
    .update(JSON.stringify(process.versions))
    .digest("hex")
    .slice(0, 16);

/** Which program this is. */
export const program = programOf(import.meta.url);
