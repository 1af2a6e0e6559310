import { createContext, type ReactNode, use } from "react";
import type { Location } from "./places.ts";
import type { Router, RouterState } from "./router.ts";

export const RouterContext = createContext<Router | null>(null);
export const StateContext = createContext<RouterState | null>(null);
/** Beside the state: what knows only the place is not drawn again while another screen is on its way. */
export const LocationContext = createContext<Location | null>(null);
export const OutletContext = createContext<ReactNode>(null);
export const FailureContext = createContext<unknown>(undefined);

/** @throws outside of a router */
export const useRouter = (): Router => there(use(RouterContext));
/** @throws outside of a router */
export const useRouterState = (): RouterState => there(use(StateContext));
/** The place that is drawn. @throws outside of a router */
export const useLocation = (): Location => there(use(LocationContext));

function there<Value>(value: Value | null): Value {
  if (value === null) {
    throw new Error("outside of the router");
  }
  return value;
}
