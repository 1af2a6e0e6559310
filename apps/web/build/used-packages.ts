import type { Plugin } from "vite";

/** The last one counts: a package may have packages of its own inside. */
const PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** Writes down which packages of others the page is made of: nothing else tells it once they are one file. */
export function usedPackages(): Plugin {
  return {
    name: "used-packages",
    apply: "build",
    generateBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) {
        const folder = PACKAGE.exec(id);
        if (folder?.[1]) {
          folders.add(folder[0].slice(folder[0].indexOf("node_modules"), -1).replaceAll("\\", "/"));
        }
      }
      this.emitFile({
        type: "asset",
        fileName: ".vite/packages.json",
        source: JSON.stringify([...folders].sort()),
      });
    },
  };
}
