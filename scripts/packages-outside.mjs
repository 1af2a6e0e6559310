// @ts-check

/**
 * For esbuild: our own packages go into what is built, those of others stay where npm put them.
 * @type {import("esbuild").Plugin}
 */
export const packagesOutside = {
  name: "keep the packages of others outside",
  setup(setup) {
    setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@umbral/") ? undefined : { path, external: true },
    );
  },
};
