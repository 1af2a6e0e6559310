import type { Permission } from "@umbral/contract/lib/policy";
import type { ComponentType } from "react";
import type { RouteObject, UIMatch } from "react-router";

/** What the layouts need to know of a screen. */
export interface ScreenFacts {
  /** The page's title, before '· Umbral'. */
  title: string;
  /** What one must be allowed to do somewhere to be here at all. */
  permission?: Permission;
  /** The whole window belongs to the screen: no header, no menu (a call). */
  isBare?: boolean;
  /** It needs the width: the side menu stands beside it on large desks alone. */
  isRoomy?: boolean;
}

/** A route whose code is fetched when it is first opened. */
export function screen(path: string, facts: ScreenFacts, load: () => Promise<ComponentType>): RouteObject {
  return { path, handle: facts, lazy: async () => ({ Component: await load() }) };
}

/** The facts of the innermost screen among the matched routes. */
export function factsOf(matches: readonly UIMatch[]): ScreenFacts | undefined {
  return matches.map(({ handle }) => handle).findLast(isFacts);
}

function isFacts(handle: unknown): handle is ScreenFacts {
  return typeof handle === "object" && handle !== null && "title" in handle;
}
