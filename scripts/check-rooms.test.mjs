// @ts-check
import { describe, expect, it } from "vitest";
import { checkRooms, importsOf, rooms } from "./check-rooms.mjs";

const words = rooms.map((room) => `| \`${room}\` |`).join("\n");

/**
 * @param {string} file
 * @param {string} specifier
 */
const check = (file, specifier) => checkRooms(new Map([[file, `import { x } from "${specifier}";`]]), words);

const server = "apps/server/src";
const web = "apps/web/src";

describe("which way imports may point", () => {
  it.each([
    [`${server}/features/doors/doors.service.ts`, "../../platform/database.ts"],
    [`${server}/features/doors/doors.service.ts`, "./doors.queries.ts"],
    [`${server}/features/doors/doors.service.ts`, "../audit/audit.service.ts"],
    [`${server}/features/doors/doors.service.ts`, "@umbral/contract/doors/doors.contract"],
    [`${server}/features/doors/doors.service.ts`, "kysely"],
    [`${server}/features/doors/doors.test.ts`, "../../../testing/test-server.ts"],
    [`${server}/features/doors/doors.test.ts`, "../calls/calls.queries.ts"],
    [`${server}/app.ts`, "./features/doors/doors.routes.ts"],
    [`${web}/features/doors/DoorsScreen.tsx`, "../../lib/paths.ts"],
    [`${web}/features/calls/CallDoor.tsx`, "../doors/index.ts"],
    [`${web}/features/calls/CallDoor.tsx`, "./CallDoor.module.css"],
    [`${web}/app/screens/cameras/CameraWall.tsx`, "../../../features/doors/index.ts"],
    [`${web}/features/calls/CallDoor.test.tsx`, "../doors/DoorControls.tsx"],
    ["packages/contract/src/doors/doors.contract.ts", "../lib/endpoint.ts"],
    ["packages/contract/src/doors/doors.contract.ts", "zod"],
    ["packages/contract/src/doors/doors.contract.test.ts", "vitest"],
    ["packages/simulated-building/src/testing/rtsp-server.ts", "../../testing/rtsp-server.py"],
    ["vitest.config.ts", "./apps/web/testing/screens/project.ts"],
    ["e2e/doors/open-door.spec.ts", "../../apps/server/testing/test-server.ts"],
  ])("lets %s import %s", (file, specifier) => {
    expect(check(file, specifier)).toEqual([]);
  });

  it.each([
    [`${server}/features/doors/doors.service.ts`, "../calls/calls.queries.ts", "calls keeps its queries"],
    [`${server}/features/doors/doors.service.ts`, "../calls/calls.routes.ts", "calls keeps its queries"],
    [`${server}/features/doors/doors.service.ts`, "../calls/calls.live.ts", "calls keeps its queries"],
    [`${server}/features/doors/doors.service.ts`, "../../app.ts", "a room does not know the app"],
    [`${server}/features/doors/doors.service.ts`, "../../../testing/factories.ts", "does not know its tests"],
    [`${server}/platform/live.ts`, "../features/doors/doors.service.ts", "platform, lib and ui know no room"],
    [`${web}/ui/Table.tsx`, "../features/doors/DoorsScreen.tsx", "platform, lib and ui know no room"],
    [`${web}/lib/call.ts`, "../app/router.tsx", "platform, lib and ui know no room"],
    [`${web}/features/doors/DoorsScreen.tsx`, "../../app/router.tsx", "a room does not know the app"],
    [`${web}/features/doors/DoorsScreen.tsx`, "../../app/paths.ts", "a room does not know the app"],
    [`${web}/features/calls/CallDoor.tsx`, "../doors/DoorControls.tsx", "entered through its index.ts"],
    [`${web}/app/router.tsx`, "../features/doors/DoorsScreen.tsx", "entered through its index.ts"],
    [`${web}/worker/service-worker.ts`, "../features/calls/ring.ts", "entered through its index.ts"],
    [`${web}/features/doors/DoorsScreen.tsx`, "@umbral/simulated-building/scene", "from the contract only"],
    [`${web}/main.tsx`, "../../server/src/app.ts", "meet in the contract only"],
    ["apps/controller/src/main.ts", "@umbral/server/src/app", "meet in the contract only"],
    [
      "packages/simulated-building/src/scene.ts",
      "../../../apps/web/src/main.tsx",
      "do not know the programs",
    ],
    ["packages/contract/src/doors/doors.contract.ts", "kysely", "the schema library alone"],
    ["packages/contract/src/lib/x.ts", "@umbral/simulated-building/scene", "the schema library alone"],
    [`${server}/main.ts`, "../../../bench/figures.ts", "does not know its tests"],
    [`${server}/demo/demo.ts`, "@umbral/simulated-building/testing/rtsp-server", "does not know its tests"],
  ])("stops %s from importing %s", (file, specifier, rule) => {
    expect(check(file, specifier)).toEqual([expect.stringContaining(rule)]);
  });

  it("lets a test of one program start the other by what its tests start it with, and by nothing else", () => {
    const test = `${server}/features/controllers/lost-memory.test.ts`;
    const at = "../../../../controller";
    expect(check(test, `${at}/testing/controller-process.ts`)).toEqual([]);
    expect(check(test, `${at}/src/agent.ts`)).toEqual([expect.stringContaining("meet in the contract only")]);
  });

  it("lets the web fetch a screen by its file when it is opened", () => {
    const text = `const screen = async () => (await import("../features/doors/DoorsScreen.tsx")).DoorsScreen;`;
    expect(checkRooms(new Map([[`${web}/app/router.tsx`, text]]), words)).toEqual([]);
  });

  it.each([
    ["two", web, ["doors", "calls"]],
    ["three", web, ["doors", "calls", "alarms"]],
    ["two", server, ["users", "accounts"]],
    ["three", server, ["doors", "controllers", "cameras"]],
  ])("finds a circle of %s rooms of %s, once", (_, program, way) => {
    const files = way.map((room, index) => {
      const next = way[(index + 1) % way.length];
      return /** @type {const} */ ([
        `${program}/features/${room}/x.ts`,
        `import type { Y } from "../${next}/index.ts";`,
      ]);
    });
    expect(checkRooms(new Map(files), words)).toEqual([
      expect.stringContaining("read each other in a circle"),
    ]);
    expect(checkRooms(new Map(files.slice(1)), words)).toEqual([]);
  });

  describe("in a room that has rooms within", () => {
    const calls = `${web}/features/calls`;
    /**
     * @param {string} file
     * @param {string} text
     * @param {Record<string, string>} [others]
     */
    const checkInner = (file, text, others = {}) => {
      const faces = ["ring", "talk", "talk/media"].map((room) => `${calls}/${room}/index.ts`);
      const files = { ...Object.fromEntries(faces.map((face) => [face, ""])), ...others, [file]: text };
      return checkRooms(new Map(Object.entries(files)), words);
    };

    it.each([
      [`${calls}/ring/Overlay.tsx`, "../talk/index.ts"],
      [`${calls}/ring/Overlay.tsx`, "./Screen.tsx"],
      [`${calls}/ring/Overlay.tsx`, "../calls.strings.ts"],
      [`${calls}/index.ts`, "./ring/index.ts"],
      [`${calls}/talk/Stage.tsx`, "./media/index.ts"],
      [`${calls}/talk/media/peer.ts`, "../call-view.ts"],
      [`${calls}/ring/overlay.test.ts`, "../talk/call-session.ts"],
      [`${calls}/ring/Overlay.tsx`, "../words/sentences.ts"],
    ])("lets %s import %s", (file, specifier) => {
      expect(checkInner(file, `import { x } from "${specifier}";`)).toEqual([]);
    });

    it.each([
      [`${calls}/ring/Overlay.tsx`, "../talk/call-session.ts", "talk is entered through its index.ts"],
      [`${calls}/ring/Overlay.tsx`, "../talk/media/index.ts", "talk is entered through its index.ts"],
      [`${calls}/CallsScreen.tsx`, "./ring/Overlay.tsx", "ring is entered through its index.ts"],
      [`${calls}/talk/Stage.tsx`, "./media/peer.ts", "media is entered through its index.ts"],
      [`${web}/app/Layout.tsx`, "../features/calls/ring/index.ts", "calls is entered through its index.ts"],
      [`${web}/features/doors/x.ts`, "../calls/ring/index.ts", "calls is entered through its index.ts"],
    ])("stops %s from importing %s", (file, specifier, rule) => {
      expect(checkInner(file, `import { x } from "${specifier}";`)).toEqual([expect.stringContaining(rule)]);
    });

    it("lets what is fetched when it is opened be named by its file", () => {
      expect(checkInner(`${calls}/ring/prepare.ts`, `import("../talk/CallScreen.tsx");`)).toEqual([]);
    });

    it.each([
      [
        "of two rooms",
        `${calls}/talk/x.ts`,
        "../ring/index.ts",
        { [`${calls}/ring/y.ts`]: "../talk/index.ts" },
      ],
      [
        "round a file beside them",
        `${calls}/words.ts`,
        "./ring/index.ts",
        { [`${calls}/ring/y.ts`]: "../words.ts" },
      ],
      [
        "of a room and the one within it",
        `${calls}/talk/media/x.ts`,
        "../stage.ts",
        { [`${calls}/talk/stage.ts`]: "./media/index.ts" },
      ],
    ])("finds a circle %s, of types too", (_, file, specifier, others) => {
      const back = Object.entries(others).map(([path, to]) => [path, `import("${to}");`]);
      const text = `import type { X } from "${specifier}";`;
      expect(checkInner(file, text, Object.fromEntries(back))).toEqual([
        expect.stringContaining("read each other in a circle"),
      ]);
      expect(checkInner(file, text)).toEqual([]);
    });
  });

  it("sees every way of importing, and nothing in a comment", () => {
    const text = `
      import a from "./a.ts"; // import z from "./z.ts";
      import "./b.css";
      import type { C } from "./c.ts";
      import {
        d,
      } from "./d.ts";
      export { e } from "./e.ts";
      export * from './f.ts';
      /* import y from "./y.ts"; */
      const g = await import("./g.ts");
      const h = lazy(() => import("./h.tsx"));
      const worker = new URL("./i.ts", import.meta.url);
    `;
    expect(importsOf(text).map((path) => path.slice(2, 3))).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
      "f",
      "g",
      "h",
      "i",
    ]);
  });
});

describe("which rooms there are", () => {
  it.each([
    "apps/server/src/features/gates/gates.routes.ts",
    "apps/web/src/features/common/Thing.tsx",
    "packages/contract/src/helpers/x.ts",
    "e2e/misc/x.spec.ts",
  ])("does not know the folder of %s", (file) => {
    expect(checkRooms(new Map([[file, ""]]), words)).toEqual([expect.stringContaining("is not a room")]);
  });

  it.each(["e2e/journeys/visit.spec.ts", "packages/contract/src/lib/x.ts", "e2e/playwright.config.ts"])(
    "knows the folder of %s",
    (file) => {
      expect(checkRooms(new Map([[file, ""]]), words)).toEqual([]);
    },
  );

  it("wants every room in docs/words.md", () => {
    expect(checkRooms(new Map(), words.replace("`doors`", "doors"))).toEqual([
      "docs/words.md: lacks `doors`",
    ]);
  });
});

describe("tests that would not really run", () => {
  const dot = ".";
  it.each([
    `it${dot}skip("x")`,
    `describe${dot}only("x")`,
    `it${dot}todo("x")`,
    `page.waitForTime${"out"}(500)`,
  ])("finds %s", (text) => {
    const files = new Map([["e2e/doors/doors.spec.ts", `\n  ${text};`]]);
    expect(checkRooms(files, words)).toEqual([expect.stringContaining("e2e/doors/doors.spec.ts:2")]);
  });

  it("finds second tries in a runner's configuration, and leaves the product's own alone", () => {
    const retries = `retri${"es"}: 2`;
    expect(checkRooms(new Map([["e2e/playwright.config.ts", retries]]), words)).toHaveLength(1);
    expect(checkRooms(new Map([[`${web}/lib/queries.ts`, retries]]), words)).toEqual([]);
  });
});
