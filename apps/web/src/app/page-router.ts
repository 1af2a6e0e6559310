import { createAppRouter } from "./router.tsx";

let router: ReturnType<typeof createAppRouter> | undefined;

/** The one router of this page, which fetches the first screen from when it is first asked for. */
export const pageRouter = () => {
  router ??= createAppRouter();
  return router;
};
