import { rename } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { packagesOutside } from "../scripts/packages-outside.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const result = join(root, "e2e/dist/server.js");

/** Makes what `#server` leads to (package.json): `server.ts` and all of ours that it stands on, as one file. */
export async function buildServer(): Promise<void> {
  // Another run may be reading the one that stands there.
  const fresh = `${result}.${process.pid}`;
  await build({
    entryPoints: [join(root, "e2e/server.ts")],
    outfile: fresh,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // Where migrations and assets are looked for, and threads: as beside the built server.
    define: {
      "import.meta.url": JSON.stringify(pathToFileURL(join(root, "apps/server/dist/main.js")).href),
    },
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "error",
    plugins: [packagesOutside],
  });
  await rename(fresh, result);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildServer();
}
