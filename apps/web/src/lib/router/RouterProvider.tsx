import { Component, type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { FailureContext, LocationContext, OutletContext, RouterContext, StateContext } from "./contexts.ts";
import type { Location } from "./places.ts";
import type { Router } from "./router.ts";
import type { RouteObject } from "./routes.ts";

/** Draws the screen of the address; another one in steps, so that a press in between is heard. */
export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const leave = router.subscribe((next, isAtOnce) => {
      if (isAtOnce) {
        flushSync(() => setState(next));
      } else {
        startTransition(() => setState(next));
      }
    });
    // It may have gone on while this was drawn.
    setState(router.state);
    return leave;
  }, [router]);

  const { initialized, location, match, failed, keepsScroll } = state;
  useLayoutEffect(() => {
    if (initialized) {
      goDown(router.scrollOf(location), location, keepsScroll);
    }
  }, [router, initialized, location, keepsScroll]);

  const screen = useMemo(() => {
    const last = failed?.at ?? match.routes.length - 1;
    const from = (index: number): ReactNode => {
      const route = index > last ? undefined : match.routes[index];
      if (route === undefined) {
        return null;
      }
      const within = from(index + 1);
      const Screen = router.componentOf(route);
      const drawn = Screen === undefined ? within : <Screen />;
      return (
        <OutletContext value={within}>
          {route.Failure === undefined ? (
            drawn
          ) : (
            <Boundary
              location={location}
              Failure={route.Failure}
              failed={failed?.at === index ? failed : null}
            >
              {drawn}
            </Boundary>
          )}
        </OutletContext>
      );
    };
    return from(0);
  }, [router, match, failed, location]);
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <LocationContext value={location}>{screen}</LocationContext>
      </StateContext>
    </RouterContext>
  );
}

function goDown(before: number | undefined, { hash }: Location, keepsScroll: boolean): void {
  if (before !== undefined) {
    window.scrollTo(0, before);
    return;
  }
  const named = hash === "" ? null : document.getElementById(idIn(hash));
  if (named !== null) {
    named.scrollIntoView();
  } else if (!keepsScroll) {
    window.scrollTo(0, 0);
  }
}

function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

interface BoundaryProps {
  location: Location;
  Failure: NonNullable<RouteObject["Failure"]>;
  /** Its code did not come. */
  failed: { error: unknown } | null;
  children: ReactNode;
}

interface BoundaryState {
  caught: { error: unknown } | null;
  location: Location;
}

/** What fails while it is drawn leaves what is around it standing, and is over at another place. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: null, location: this.props.location };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { caught: null, location };
  }

  override render() {
    const { Failure, failed, children } = this.props;
    const { caught } = this.state;
    const shown = failed ?? caught;
    return shown === null ? (
      children
    ) : (
      <FailureContext value={shown.error}>
        <Failure />
      </FailureContext>
    );
  }
}
