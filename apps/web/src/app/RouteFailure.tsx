import { useEffect, useState } from "react";
import { useRouteError } from "react-router";
import { loadsAnewFor } from "../lib/page-version.ts";
import { paths } from "../lib/paths.ts";
import { dialogSentences } from "../lib/sentences.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Mark } from "../ui/Logo.tsx";
import css from "./plain-page.module.css";
import { Splash } from "./Splash.tsx";

/** A screen that broke, or whose code cannot be fetched now: says so and offers the way out. */
export function RouteFailure() {
  const error = useRouteError();
  const [isFinal, setIsFinal] = useState(false);
  useEffect(() => {
    void loadsAnewFor(error).then((isLeaving) => {
      if (!isLeaving) {
        setIsFinal(true);
        // The browser's console and its crash reports get what the person cannot use.
        reportError(error);
      }
    });
  }, [error]);
  return !isFinal ? (
    <Splash />
  ) : (
    <div className={css["page"]} role="alert">
      <Mark size={64} />
      <h1>{dialogSentences.failure.title}</h1>
      <p>{dialogSentences.failure.text}</p>
      <div className={css["actions"]}>
        <Button onClick={() => window.location.reload()}>Recargar la página</Button>
        <ButtonLink look="quiet" to={paths.root}>
          Ir al inicio
        </ButtonLink>
      </div>
    </div>
  );
}

/** The same in the place of the whole page, which has no main part without it. */
export const PageFailure = () => (
  <main>
    <RouteFailure />
  </main>
);
