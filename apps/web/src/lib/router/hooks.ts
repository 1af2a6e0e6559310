import { type ReactNode, use, useCallback, useEffect, useMemo } from "react";
import { FailureContext, OutletContext, useLocation, useRouter, useRouterState } from "./contexts.ts";
import { addressOf, hrefOf, type To } from "./places.ts";
import type { Navigate as Go, NavigateOptions, NavigationType } from "./router.ts";
import type { Params, RouteObject } from "./routes.ts";

/** Always the same function. */
export const useNavigate = (): Go => useRouter().navigate;

export const useNavigationType = (): NavigationType => useRouterState().navigationType;

/** Is another screen on its way? */
export const useIsGoing = (): boolean => useRouterState().isGoing;

/** From the outermost layout to the screen. */
export const useMatches = (): readonly RouteObject[] => useRouterState().match.routes;

export const useParams = (): Params => useRouterState().match.params;

/** Why a `Failure` stands here. */
export const useRouteError = (): unknown => use(FailureContext);

/** In a layout: the place of what is within. */
export const Outlet = (): ReactNode => use(OutletContext);

interface NavigateProps {
  to: To;
  replace?: boolean;
  state?: unknown;
}

/** Leads elsewhere as soon as it is drawn. */
export function Navigate({ to, replace = false, state = null }: NavigateProps): null {
  const { navigate } = useRouter();
  const { pathname } = useLocation();
  const href = hrefOf(addressOf(to, pathname));
  useEffect(() => {
    void navigate(href, { replace, state });
  }, [navigate, href, replace, state]);
  return null;
}

type Search = URLSearchParams | Readonly<Record<string, string>>;
type SetSearch = (next: Search | ((current: URLSearchParams) => Search), options?: NavigateOptions) => void;

/** What the address says after its question mark, and how to have it say something else of the same screen. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const router = useRouter();
  const { search } = useLocation();
  const current = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearch>(
    (next, options) => {
      const { location } = router.state;
      const chosen = typeof next === "function" ? next(new URLSearchParams(location.search)) : next;
      const { pathname } = location;
      void router.navigate({ pathname, search: new URLSearchParams(chosen).toString() }, options);
    },
    [router],
  );
  return [current, set];
}
