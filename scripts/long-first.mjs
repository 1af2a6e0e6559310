// @ts-check
import { BaseSequencer } from "vitest/node";

/**
 * Short files that take long. Vitest begins the largest file of a project first, and in a fresh clone knows nothing else of how
 * long each takes: these would begin when nearly all others have ended, and the whole run would wait for one of them alone.
 */
export const LONG = ["apps/server/src/prove.test.ts", "apps/controller/src/prove.test.ts"];

/** Vitest's own order, with the long files at the beginning of their projects. */
export class LongFirst extends BaseSequencer {
  /**
   * @override
   * @param {Parameters<BaseSequencer["sort"]>[0]} files
   */
  async sort(files) {
    return longFirst(await super.sort(files));
  }
}

/**
 * @template {{ moduleId: string, project: { name: string } }} File
 * @param {readonly File[]} files those of each project together
 * @returns {File[]}
 */
export function longFirst(files) {
  /** @type {Map<string, File[]>} */
  const ofProjects = new Map();
  for (const file of files) {
    ofProjects.set(file.project.name, [...(ofProjects.get(file.project.name) ?? []), file]);
  }
  const isLong = (/** @type {File} */ { moduleId }) => LONG.some((path) => moduleId.endsWith(path));
  return [...ofProjects.values()].flatMap((own) => [
    ...own.filter(isLong),
    ...own.filter((file) => !isLong(file)),
  ]);
}
