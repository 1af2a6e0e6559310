import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Tells one program from another, in hexadecimal: the digest of the file that this is bundled into. From the sources there is no such file, and
 * each process is another program: what a developer changed counts at once.
 */
export const program = createHash("sha256")
  .update(import.meta.url.endsWith(".ts") ? randomUUID() : readFileSync(fileURLToPath(import.meta.url)))
  .digest("hex")
  .slice(0, 16);
