import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** `apps/server`, whether this runs from `src/` or as a bundle in `dist/`: where migrations and assets lie. */
export const packageFolder = findUp(dirname(fileURLToPath(import.meta.url)));

/**
 * Where the program of a thread or another process is, by its names below `src/` and `dist/`: from the sources it is read as it stands there, and a bundle has it beside itself.
 */
export const programBeside = ({ source, built }: { source: string; built: string }): string =>
  import.meta.url.endsWith(".ts") ? join(packageFolder, "src", source) : join(packageFolder, "dist", built);

function findUp(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findUp(dirname(folder));
}
