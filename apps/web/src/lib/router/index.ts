export { useLocation } from "./contexts.ts";
export {
  Navigate,
  Outlet,
  useIsGoing,
  useMatches,
  useNavigate,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
} from "./hooks.ts";
export { Link, type LinkProps } from "./Link.tsx";
export type { Location, To } from "./places.ts";
export { RouterProvider } from "./RouterProvider.tsx";
export { createRouter } from "./router.ts";
export type { RouteObject } from "./routes.ts";
