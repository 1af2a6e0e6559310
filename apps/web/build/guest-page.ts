import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Plugin as BundlePlugin, build } from "esbuild";
import type { Plugin } from "vite";

/** `guest-<hash>.js`: its parts have a name between. */
const ENTRY = /^guest-[A-Z0-9]+\.(?:js|css)$/;
/** Where the server finds it: `/i/`. */
const PAGE = "i/index.html";

/** What nobody reads of a module is left out, also where making it would do something: only entries do. */
const pureModules: BundlePlugin = {
  name: "pure-modules",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.tsx?$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }));
  },
};

/**
 * Bundles the page of a guest by itself: it shares no file with the app, and what stands at once on a slow line is its
 * own code alone. The code of calls is fetched when somebody rings. A developer's server does without it.
 */
export function guestPage(): Plugin {
  let root = "";
  return {
    name: "guest-page",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
    },
    async generateBundle() {
      const outdir = join(root, "dist/assets");
      const { outputFiles } = await build({
        entryPoints: [join(root, "src/guest/guest.ts"), join(root, "src/guest/guest.css")],
        outdir,
        write: false,
        bundle: true,
        splitting: true,
        minify: true,
        format: "esm",
        entryNames: "[name]-[hash]",
        chunkNames: "guest-[name]-[hash]",
        target: ["chrome111", "safari16.4", "firefox114"],
        define: { "process.env.NODE_ENV": '"production"' },
        logLevel: "warning",
        plugins: [pureModules],
      });
      const names = outputFiles.map(({ path }) => basename(path));
      for (const { path, contents } of outputFiles) {
        this.emitFile({ type: "asset", fileName: `assets/${basename(path)}`, source: contents });
      }
      const html = await readFile(join(root, "src/guest/guest.html"), "utf8");
      this.emitFile({ type: "asset", fileName: PAGE, source: pageOf(html, names) });
    },
  };
}

function pageOf(html: string, names: readonly string[]): string {
  const named = (ending: string) => {
    const found = names.find((name) => name.endsWith(ending) && ENTRY.test(name));
    if (found === undefined) {
      throw new Error(`the guest's page has no ${ending}`);
    }
    return `/assets/${found}`;
  };
  return html
    .replace("<!--style-->", `<link rel="stylesheet" href="${named(".css")}" />`)
    .replace("<!--script-->", `<script type="module" src="${named(".js")}"></script>`);
}
