import type { Plugin, Rolldown } from "vite";
import { adminPaths } from "../src/lib/admin-paths.ts";
import { paths } from "../src/lib/paths.ts";

const LOGIN = ["/src/app/LoginRoute.tsx"];
const FRAME = ["/src/app/SignedInLayout.tsx"];
const HOME = [...FRAME, "/src/app/screens/cameras/CameraScreens.tsx", "/src/app/screens/home/HomeAside.tsx"];
const REQUESTS = [...FRAME, "/src/features/access-requests/RequestsScreen.tsx"];
const ADMINISTRATION = [
  ...FRAME,
  "/src/app/admin-routes.tsx",
  "/src/features/auth/SecondFactorGate.tsx",
  "/src/app/AdminMenu.tsx",
];

/** Where people land, and what they open by its address: what is fetched there one after the other otherwise. */
const opened: Readonly<Record<string, readonly string[]>> = {
  [paths.root]: LOGIN,
  [paths.login]: LOGIN,
  [paths.dashboard]: HOME,
  [paths.dashboardCameras]: [...FRAME, "/src/app/screens/cameras/CamerasScreen.tsx"],
  [paths.profile]: [...FRAME, "/src/app/screens/profile/ProfilePage.tsx"],
  [paths.visitCode]: ["/src/app/OpenLayout.tsx", "/src/features/visits/AskCodeScreen.tsx"],
  [paths.requestsEmployee]: REQUESTS,
  [paths.requestsOwner]: REQUESTS,
  [paths.access]: [...FRAME, "/src/app/screens/desk/WelcomeRoute.tsx"],
  [paths.accessVisitor]: [...FRAME, "/src/app/screens/desk/AccessVisitorScreen.tsx"],
  [paths.adminDashboard]: [...ADMINISTRATION, "/src/app/AdminHomeScreen.tsx"],
  [adminPaths.users]: [...ADMINISTRATION, "/src/features/users/UsersScreen.tsx"],
  [withoutChoice(adminPaths.openDoor)]: [...ADMINISTRATION, "/src/features/doors/OpeningsScreen.tsx"],
};

/** What asks for the first screen's data (`first-script.ts`): small, and no module. */
const FIRST_SCRIPT = /^assets\/first-[0-9a-f]{8}\.js$/;

/** Where the server finds it: `{ "/login": ["/assets/…"] }`. */
const FILE = ".vite/first-files.json";

/**
 * Writes down which files the screens want that people open first: the server names them with the page, so that a browser
 * fetches all at once.
 */
export const firstFiles = (): Plugin => ({
  name: "first-files",
  apply: "build",
  generateBundle: {
    // After the styles were put beside their code.
    order: "post",
    handler(_options, bundle) {
      const asksFirst = Object.keys(bundle).filter((file) => FIRST_SCRIPT.test(file));
      if (asksFirst.length !== 1) {
        throw new Error("the page has no first script");
      }
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // What asks for data comes first, so that it is not queued behind code; then the page's own: nothing runs without it.
      const ofPage = chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => filesOf(entry, chunks));
      const source = Object.entries(opened).map(([path, modules]) => {
        const files = modules.flatMap((module) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
          if (chunk === undefined) {
            throw new Error(`${module}, which is opened at ${path}, is in no file`);
          }
          return filesOf(chunk, chunks);
        });
        return [path, [...new Set([...asksFirst, ...ofPage, ...files])].map((file) => `/${file}`)];
      });
      this.emitFile({ type: "asset", fileName: FILE, source: JSON.stringify(Object.fromEntries(source)) });
    },
  },
});

/** A chunk with its styles, and all that come with it. */
function filesOf(first: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set<Rolldown.OutputChunk>();
  const follow = (chunk: Rolldown.OutputChunk) => {
    if (!found.has(chunk)) {
      found.add(chunk);
      for (const next of chunk.imports) {
        const other = chunks.find(({ fileName }) => fileName === next);
        if (other !== undefined) {
          follow(other);
        }
      }
    }
  };
  follow(first);
  return [...found].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? []), chunk.fileName]);
}

/** The address of a screen that can also be opened for one building. */
function withoutChoice(path: string): string {
  return path.replace("/:buildingId?", "");
}
