import { useEffect } from "react";
import { useRouteError } from "react-router";
import { paths } from "../lib/paths.ts";
import { dialogSentences } from "../lib/sentences.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Mark } from "../ui/Logo.tsx";
import css from "./plain-page.module.css";

/** A screen that broke, or whose code could not be fetched: says so and offers the way out. */
export function RouteFailure() {
  const error = useRouteError();
  useEffect(() => {
    // The browser's console and its crash reports get what the person cannot use.
    reportError(error);
  }, [error]);
  return (
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
