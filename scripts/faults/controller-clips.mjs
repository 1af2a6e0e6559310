// @ts-check

const clips = "apps/controller/src/features/clips";

/** @type {readonly import("../plant.mjs").Fault[]} */
export const controllerClips = [
  {
    name: "a clip begins at its event and not before",
    file: `${clips}/clips.feature.ts`,
    find: "const from = at - CLIP_BEFORE_MS;",
    put: "const from = at;",
    tests: [`${clips}/clips.feature.test.ts`],
  },
  {
    name: "an order for a clip is obeyed when its moment is not in memory any more",
    file: `${clips}/clips.feature.ts`,
    find: ' || first.at > at + MOMENT_WITHIN_MS || isSilent) {\n      log.warn({ cameraId, cause }, "what',
    put: ' || isSilent) {\n      log.warn({ cameraId, cause }, "what',
    tests: [`${clips}/clips.feature.test.ts`],
  },
  {
    name: "a clip goes on over its camera's restart",
    file: `${clips}/clips.feature.ts`,
    find: "broke: beginAnew,",
    put: "broke: () => ring.clear(),",
    tests: [`${clips}/clips.feature.test.ts`],
  },
  {
    name: "a camera's last seconds in memory grow with its pictures",
    file: `${clips}/clip-ring.ts`,
    find: " || this.#isTooMuch) {",
    put: ") {",
    tests: [`${clips}/clip-ring.test.ts`],
  },
  {
    name: "a camera's memory lets go of the key that a clip has to begin with",
    file: `${clips}/clip-ring.ts`,
    find: "second !== undefined && second.at <= at;",
    put: "second !== undefined && second.at <= at + 4000;",
    tests: [`${clips}/clip-ring.test.ts`],
  },
  {
    name: "a clip that was cut off is told with what is cut off",
    file: `${clips}/clip-files.ts`,
    find: "    await handle.truncate(end.bytes);\n",
    put: "",
    tests: [`${clips}/clip-archive.test.ts`],
  },
  {
    name: "clips take more of the disk than their share",
    file: `${clips}/clip-room.ts`,
    find: "} else if (excess <= 0) {",
    put: "} else if (excess <= Number.POSITIVE_INFINITY) {",
    tests: [`${clips}/clip-archive.test.ts`],
  },
  {
    name: "clips stay when their days are over",
    file: `${clips}/clip-room.ts`,
    find: "if (tooOld.length > 0) {",
    put: "if (tooOld.length > Number.MAX_VALUE) {",
    tests: [`${clips}/clip-archive.test.ts`],
  },
  {
    name: "what is read for clips is sent to a server where nobody looks",
    file: "apps/controller/src/features/cameras/video/video.feature.ts",
    find: "    if (!inUse.leases.isHeld) {\n      inUse.isSkipping = true;\n    } else if (",
    put: "    if (",
    tests: ["apps/controller/src/features/cameras/video/video.feature.test.ts"],
  },
];
