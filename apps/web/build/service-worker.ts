import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vite";
import type { ShellFiles } from "../src/worker/shell.ts";

/** What a screen may need: code, styles, the letters of our language, icons. The pages without an account are none of the app's. */
const KEPT =
  /^(?:assets\/(?!guest-).*\.(?:js|css|svg|png|webp)|assets\/inter-latin-wght-normal-.*\.woff2|icons\/.*\.(?:png|svg)|favicon\.svg|manifest\.webmanifest)$/;

/** Bundles the service worker, small and by itself, with the list of what was built beside it. */
export function serviceWorker(): Plugin {
  let folder = "";
  let root = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    writeBundle: async (_options, bundle) => {
      const entry = Object.values(bundle).find((chunk) => chunk.type === "chunk" && chunk.isEntry);
      if (entry === undefined) {
        throw new Error("the build has no entry");
      }
      await build({
        entryPoints: [join(root, "src/worker/service-worker.ts")],
        outfile: join(folder, "sw.js"),
        bundle: true,
        minify: true,
        format: "iife",
        target: ["chrome111", "safari16.4", "firefox114"],
        logLevel: "warning",
        define: { SHELL_FILES: JSON.stringify(await shellFilesOf(folder, `/${entry.fileName}`)) },
      });
    },
  };
}

async function shellFilesOf(folder: string, entry: string): Promise<ShellFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join("/"))
    .filter((file) => KEPT.test(file))
    .sort();
  const hash = createHash("sha256");
  for (const file of ["index.html", ...files]) {
    const content = await readFile(join(folder, file));
    hash.update(`${file}\0${content.byteLength}\0`).update(content);
  }
  const version = hash.digest("hex").slice(0, 16);
  return { version, entry, files: files.map((file) => `/${file}`) };
}
