/** What an archive is called: by the moment that it holds, so that names stand in the order of time. */
export const archiveName = (madeAt: Date): string =>
  `umbral-${madeAt.toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;
