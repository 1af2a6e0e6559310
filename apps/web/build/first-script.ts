import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vite";

/**
 * Bundles the page's first script by itself and names it in the page: a file of its own runs before the app's code has
 * come. A developer's server does without it.
 */
export function firstScript(): Plugin {
  let script = { fileName: "", source: "" };
  return {
    name: "first-script",
    apply: "build",
    configResolved: async ({ root }) => {
      const { outputFiles } = await build({
        entryPoints: [join(root, "src/first.ts")],
        write: false,
        bundle: true,
        minify: true,
        format: "iife",
        target: ["chrome111", "safari16.4", "firefox114"],
        logLevel: "warning",
      });
      const source = outputFiles.map(({ text }) => text).join("");
      const digest = createHash("sha256").update(source).digest("hex").slice(0, 8);
      script = { fileName: `assets/first-${digest}.js`, source };
    },
    transformIndexHtml: () => [
      {
        tag: "script",
        attrs: { src: `/${script.fileName}`, async: true, fetchpriority: "high" },
        injectTo: "head",
      },
    ],
    generateBundle() {
      this.emitFile({ type: "asset", ...script });
    },
  };
}
