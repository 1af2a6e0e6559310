import type { ComponentType } from "react";

/** A screen, or a layout around some: only a screen has an address. */
export interface RouteObject {
  /** By which screens that are fetched later find their layout. */
  id?: string;
  /** From the root on. `:name` is a parameter, `:name?` one that may be missing, `*` what is left. */
  path?: string;
  /** What layouts want to know of a screen. */
  handle?: unknown;
  Component?: ComponentType;
  /** Fetches the component when somebody first goes there. */
  load?: () => Promise<ComponentType>;
  /** Stands in the place of this route when it, or what is within it, fails. */
  Failure?: ComponentType;
  children?: readonly RouteObject[];
}

export type Params = Readonly<Record<string, string | undefined>>;

/** What stands at an address. */
export interface Match {
  /** From the outermost layout to the screen. */
  routes: readonly RouteObject[];
  params: Params;
}

/** One way through the tree, with each way to write its address. */
interface Branch {
  routes: readonly RouteObject[];
  segments: readonly string[];
  score: number;
}

export interface RouteTable {
  match(pathname: string): Match | null;
}

/** Reads the tree once. What says more of an address goes before what says less. */
export function createRouteTable(routes: readonly RouteObject[]): RouteTable {
  const branches = branchesOf(routes, []).sort((one, other) => other.score - one.score);
  return {
    match(pathname) {
      const given = segmentsOf(pathname);
      for (const { routes, segments } of branches) {
        const params = paramsOf(segments, given);
        if (params !== null) {
          return { routes, params };
        }
      }
      return null;
    },
  };
}

function branchesOf(routes: readonly RouteObject[], above: readonly RouteObject[]): Branch[] {
  return routes.flatMap((route) => {
    const chain = [...above, route];
    const own =
      route.path === undefined
        ? []
        : waysToWrite(segmentsOf(route.path)).map((segments) => ({
            routes: chain,
            segments,
            score: segments.reduce((sum, segment) => sum + worthOf(segment), 0),
          }));
    return [...own, ...branchesOf(route.children ?? [], chain)];
  });
}

/** A word says more than a parameter, and that more than anything at all. */
const worthOf = (segment: string): number => (segment === "*" ? -1 : segment.startsWith(":") ? 4 : 11);

/** With and without each parameter that may be missing. */
function waysToWrite([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) {
    return [[]];
  }
  const ends = waysToWrite(rest);
  return first.endsWith("?")
    ? [...ends.map((end) => [first.slice(0, -1), ...end]), ...ends]
    : ends.map((end) => [first, ...end]);
}

function paramsOf(segments: readonly string[], given: readonly string[]): Params | null {
  const isOpen = segments.at(-1) === "*";
  const fixed = isOpen ? segments.slice(0, -1) : segments;
  if (isOpen ? given.length < fixed.length : given.length !== fixed.length) {
    return null;
  }
  const params: Record<string, string> = {};
  for (const [index, segment] of fixed.entries()) {
    const value = given[index] ?? "";
    if (!segment.startsWith(":")) {
      if (segment.toLowerCase() !== value.toLowerCase()) {
        return null;
      }
    } else if (value === "") {
      return null;
    } else {
      params[segment.slice(1)] = value;
    }
  }
  return params;
}

/** Decoded one by one: a slash within a segment is no end of it. */
function segmentsOf(pathname: string): string[] {
  const bare = pathname.replace(/^\//, "").replace(/\/+$/, "");
  return bare === "" ? [] : bare.split("/").map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Whoever wrote it by hand did not mean a code.
    return segment;
  }
}
