import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageFolder } from "./package-folder.ts";

/** Which Umbral this is. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")));
