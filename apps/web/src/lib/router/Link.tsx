import type { ComponentProps, MouseEvent } from "react";
import { useLocation, useRouter } from "./contexts.ts";
import { addressOf, hrefOf, type To } from "./places.ts";
import type { NavigateOptions } from "./router.ts";

export interface LinkProps
  extends Omit<ComponentProps<"a">, "href">,
    Pick<NavigateOptions, "replace" | "state" | "preventScrollReset"> {
  to: To;
}

/** A link within the app. What the browser does with it otherwise, in another tab for example, is left to it. */
export function Link({ to, replace, state, preventScrollReset = false, onClick, ...props }: LinkProps) {
  const { navigate } = useRouter();
  const location = useLocation();
  const href = hrefOf(addressOf(to, location.pathname));
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && isPlain(event, props.target)) {
      event.preventDefault();
      // To where one is already: no entry to come back to.
      void navigate(href, { replace: replace ?? href === hrefOf(location), state, preventScrollReset });
    }
  };
  return <a {...props} href={href} onClick={follow} />;
}

const isPlain = (event: MouseEvent, target: string | undefined): boolean =>
  event.button === 0 &&
  (target === undefined || target === "" || target === "_self") &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
