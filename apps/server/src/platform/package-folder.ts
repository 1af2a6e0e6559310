import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** `apps/server`, whether this runs from `src/` or as a bundle in `dist/`: where migrations and assets lie. */
export const packageFolder = findUp(dirname(fileURLToPath(import.meta.url)));

function findUp(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findUp(dirname(folder));
}
