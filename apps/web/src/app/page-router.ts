import { createAppRouter } from "./router.tsx";

/** The one router of this page. */
export const router = createAppRouter();
