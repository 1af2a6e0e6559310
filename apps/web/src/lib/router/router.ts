import type { ComponentType } from "react";
import { addressOf, hrefOf, type Location, type To } from "./places.ts";
import { createRouteTable, type Match, type RouteObject } from "./routes.ts";
import { createScrollMemory } from "./scroll-memory.ts";

/** How the browser came to where it is: by its own buttons or anew, by a new entry, or by another in its place. */
export type NavigationType = "POP" | "PUSH" | "REPLACE";

export interface NavigateOptions {
  /** In the place of the entry that is shown. */
  replace?: boolean;
  /** Kept beside the address, and never in it. */
  state?: unknown;
  /** The page stays as far down as it is. */
  preventScrollReset?: boolean;
  /** Drawn before this returns, when its code is there. */
  flushSync?: boolean;
}

/** To an address, or so many entries on or back. Done when the screen is there to be drawn. */
export interface Navigate {
  (to: To, options?: NavigateOptions): Promise<void>;
  (by: number): Promise<void>;
}

/** A screen whose code did not come. */
interface Failed {
  /** Of the match's routes, the one in whose place the failure stands. */
  at: number;
  error: unknown;
}

export interface RouterState {
  /** False until the code of the first screen was asked for and came, or did not. */
  initialized: boolean;
  location: Location;
  navigationType: NavigationType;
  match: Match;
  failed: Failed | null;
  /** The code of another screen is on its way. */
  isGoing: boolean;
  keepsScroll: boolean;
}

/** Screens whose very list is fetched when somebody goes to one of them. */
export interface LaterRoutes {
  areAt(pathname: string): boolean;
  /** The id of the layout that they belong in. */
  into: string;
  load(): Promise<readonly RouteObject[]>;
}

export interface Router {
  readonly state: RouterState;
  navigate: Navigate;
  /** @param listener also told whether it is to be drawn at once. Returns how to hear no more. */
  subscribe(listener: (state: RouterState, isAtOnce: boolean) => void): () => void;
  componentOf(route: RouteObject): ComponentType | undefined;
  /** How far down this entry was, when it was shown before. */
  scrollOf(location: Location): number | undefined;
  dispose(): void;
}

/**
 * Keeps the address bar and the screen together. A screen whose code is not there yet is fetched first; until it is there
 * the one before stays, and so does its address. Whoever goes elsewhere meanwhile goes there.
 */
export function createRouter(
  routes: readonly RouteObject[],
  later?: LaterRoutes,
  page: Window = window,
): Router {
  let table = createRouteTable(routes);
  let isWhole = later === undefined;
  const loaded = new Map<RouteObject, ComponentType>();
  const listeners = new Set<(state: RouterState, isAtOnce: boolean) => void>();
  const componentOf = (route: RouteObject) => route.Component ?? loaded.get(route);

  if (entryOf(page).index === null) {
    page.history.replaceState({ ...objectOf(page.history.state), idx: 0 }, "");
  }
  let state: RouterState = {
    initialized: false,
    location: here(page),
    navigationType: "POP",
    match: { routes: [], params: {} },
    failed: null,
    isGoing: false,
    keepsScroll: false,
  };
  const scroll = createScrollMemory(page, () => state.location.key);
  const become = (next: Partial<RouterState>, isAtOnce = false) => {
    state = { ...state, ...next };
    for (const listener of [...listeners]) {
      listener(state, isAtOnce);
    }
  };

  /** The last that somebody wanted; what they wanted before is not drawn any more. */
  let latest = 0;
  const go = async (
    location: Location,
    navigationType: NavigationType,
    { preventScrollReset = false, flushSync = false }: NavigateOptions = {},
  ): Promise<void> => {
    latest += 1;
    const own = latest;
    if (state.initialized) {
      scroll.keep(state.location.key);
    }
    let error: unknown;
    let failed: Failed | null = null;
    if (later !== undefined && !isWhole && later.areAt(location.pathname)) {
      become({ isGoing: state.initialized });
      try {
        const more = await later.load();
        if (!isWhole) {
          isWhole = true;
          table = createRouteTable(withMore(routes, later.into, more));
        }
      } catch (cause) {
        error = cause;
        failed = { at: 0, error };
      }
    }
    const match = table.match(location.pathname) ?? { routes: [], params: {} };
    const missing = failed === null ? match.routes.filter((route) => route.load && !componentOf(route)) : [];
    if (missing.length > 0) {
      become({ isGoing: state.initialized });
      const ends = await Promise.allSettled(
        missing.map(async (route) => {
          const component = await route.load?.();
          if (component !== undefined) {
            loaded.set(route, component);
          }
        }),
      );
      failed = failedIn(match, missing, ends);
    }
    if (own !== latest) {
      return;
    }
    if (navigationType !== "POP") {
      writeDown(page, location, navigationType);
    }
    become(
      {
        initialized: true,
        location,
        navigationType,
        match,
        failed,
        isGoing: false,
        keepsScroll: preventScrollReset,
      },
      flushSync,
    );
  };

  const moved = () => void go(here(page), "POP");
  page.addEventListener("popstate", moved);
  moved();

  return {
    get state() {
      return state;
    },
    async navigate(to: To | number, options: NavigateOptions = {}) {
      if (typeof to === "number") {
        page.history.go(to);
        return;
      }
      const location = {
        ...addressOf(to, state.location.pathname),
        state: options.state ?? null,
        key: Math.random().toString(36).slice(2, 10),
      };
      if (new URL(hrefOf(location), page.location.href).origin !== page.location.origin) {
        // A browser reads '//elsewhere' as another one's.
        throw new Error("not within the app");
      }
      await go(location, options.replace ? "REPLACE" : "PUSH", options);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    componentOf,
    scrollOf: ({ key }) => scroll.of(key),
    dispose() {
      latest += 1;
      page.removeEventListener("popstate", moved);
      scroll.dispose();
      listeners.clear();
    },
  };
}

function withMore(routes: readonly RouteObject[], into: string, more: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => ({
    ...route,
    ...(route.children === undefined ? {} : { children: withMore(route.children, into, more) }),
    ...(route.id === into ? { children: [...(route.children ?? []), ...more] } : {}),
  }));
}

/** The outermost whose code did not come, in the place of the nearest around it that says so. */
function failedIn(
  { routes }: Match,
  missing: readonly RouteObject[],
  ends: readonly PromiseSettledResult<void>[],
): Failed | null {
  for (const [index, end] of ends.entries()) {
    const route = missing[index];
    if (end.status === "rejected" && route !== undefined) {
      const at = routes
        .slice(0, routes.indexOf(route) + 1)
        .findLastIndex(({ Failure }) => Failure !== undefined);
      return { at: Math.max(at, 0), error: end.reason };
    }
  }
  return null;
}

function writeDown(page: Window, location: Location, type: "PUSH" | "REPLACE"): void {
  const index = entryOf(page).index ?? 0;
  const entry = { usr: location.state, key: location.key, idx: type === "PUSH" ? index + 1 : index };
  if (type === "REPLACE") {
    page.history.replaceState(entry, "", hrefOf(location));
    return;
  }
  try {
    page.history.pushState(entry, "", hrefOf(location));
  } catch (error) {
    if (error instanceof DOMException && error.name === "DataCloneError") {
      throw error;
    }
    // Safari takes a hundred in half a minute.
    page.location.assign(hrefOf(location));
  }
}

function here(page: Window): Location {
  const { pathname, search, hash } = page.location;
  const { state, key } = entryOf(page);
  return { pathname, search, hash, state, key };
}

/** What this entry of the history was written with. */
function entryOf(page: Window): { index: number | null; key: string; state: unknown } {
  const { idx, key, usr } = objectOf(page.history.state);
  return {
    index: typeof idx === "number" ? idx : null,
    key: typeof key === "string" ? key : "default",
    state: usr ?? null,
  };
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
