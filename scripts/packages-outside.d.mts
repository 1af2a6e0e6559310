import type { Plugin } from "esbuild";

/** For esbuild: our own packages go into what is built, those of others stay where npm put them. */
export declare const packagesOutside: Plugin;
