import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Plugin as BundlePlugin, build, type Metafile } from "esbuild";
import type { Plugin } from "vite";
import { framed } from "./framed.ts";

/** The pages that are none of the app's, by the name of their script and their HTML, and where the server finds them. */
const pages = [
  { name: "guest", at: "i/index.html" },
  { name: "guest-sign", at: "e/index.html" },
] as const;
const STYLE = "src/guest/guest.css";
/** Head and header of both; each page's own file is its title and what stands in it until its script has run. */
const FRAME = "src/guest/frame.html";

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
 * Bundles the pages of a guest and of the sign at the entrance by themselves: they share no file with the app, and what
 * stands at once on a slow line is their own code alone. The code of calls is fetched when somebody rings, or looks for a
 * home to ring. A developer's server does without them.
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
      const { outputFiles, metafile } = await build({
        entryPoints: [...pages.map(({ name }) => join(root, `src/guest/${name}.ts`)), join(root, STYLE)],
        outdir,
        write: false,
        metafile: true,
        absWorkingDir: root,
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
      for (const { path, contents } of outputFiles) {
        this.emitFile({ type: "asset", fileName: `assets/${basename(path)}`, source: contents });
      }
      const style = outputOf(metafile, STYLE);
      const frame = await readFile(join(root, FRAME), "utf8");
      for (const { name, at } of pages) {
        const own = await readFile(join(root, `src/guest/${name}.html`), "utf8");
        const script = outputOf(metafile, `src/guest/${name}.ts`);
        this.emitFile({
          type: "asset",
          fileName: at,
          source: pageOf(framed(frame, own), style, script, metafile),
        });
      }
    },
  };
}

/** The file that was made of this source. */
function outputOf({ outputs }: Metafile, source: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (found === undefined) {
    throw new Error(`nothing was made of ${source}`);
  }
  return found[0];
}

/** What a script imports at once is named beside it, so that nothing waits until it was read. */
function pageOf(html: string, style: string, script: string, { outputs }: Metafile): string {
  const asked = new Set<string>();
  const follow = (file: string) => {
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && !asked.has(path)) {
        asked.add(path);
        follow(path);
      }
    }
  };
  follow(script);
  const address = (file: string) => `/assets/${basename(file)}`;
  return html
    .replace("<!--style-->", `<link rel="stylesheet" href="${address(style)}" />`)
    .replace(
      "<!--script-->",
      [
        ...[...asked].map((file) => `<link rel="modulepreload" href="${address(file)}" />`),
        `<script type="module" src="${address(script)}"></script>`,
      ].join("\n    "),
    );
}
