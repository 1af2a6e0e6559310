import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** React Router's package names the files that speak to developers alone; those without their warnings lie beside them. */
export function productionRouter(): Plugin {
  const named = createRequire(import.meta.url).resolve("react-router");
  const fileIn = (name: string) => join(dirname(named), "..", "production", name);
  return {
    name: "production-router",
    apply: "build",
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: fileIn("index.mjs") },
          { find: /^react-router\/dom$/, replacement: fileIn("dom-export.mjs") },
        ],
      },
    }),
  };
}
