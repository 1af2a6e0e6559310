import { type MouseEvent, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from "react-router";
import { focusOn, focusTitle } from "../lib/focus.ts";
import { DialogsHost } from "../ui/DialogsHost.tsx";
import { NoticesHost } from "../ui/NoticesHost.tsx";
import { OfflineModal } from "./OfflineModal.tsx";
import css from "./RootLayout.module.css";
import { factsOf } from "./screens.ts";
import { useLineOfSession } from "./useLineOfSession.ts";

/** What stands around every screen: the line to the server, dialogs, notices, title and focus. */
export function RootLayout() {
  useLineOfSession();
  useTitleAndFocus();
  const isGoing = useNavigation().state !== "idle";
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it goes to a place in this page; only the address must stay. */}
      <a className={css["skip"]} href="#contenido" onClick={skip}>
        Saltar al contenido
      </a>
      {isGoing ? <div className={css["progress"]} role="progressbar" aria-label="Cargando" /> : null}
      <Outlet />
      <OfflineModal />
      <DialogsHost />
      <NoticesHost />
      <ScrollRestoration />
    </>
  );
}

function skip(event: MouseEvent) {
  event.preventDefault();
  focusOn(document.querySelector<HTMLElement>("main"));
}

/** Names the page, and after a change of screen moves the focus to its title, which readers then speak. */
function useTitleAndFocus() {
  const title = factsOf(useMatches())?.title;
  useEffect(() => {
    document.title = title === undefined ? "Umbral" : `${title} · Umbral`;
  }, [title]);

  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (pathname !== lastPath.current) {
      lastPath.current = pathname;
      const main = document.querySelector("main");
      // A screen may begin at one of its own fields.
      if (!main?.contains(document.activeElement)) {
        focusTitle();
      }
    }
  }, [pathname]);
}
