import { paths } from "../lib/paths.ts";
import { NOT_AUTHORISED } from "../lib/sentences.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Mark } from "../ui/Logo.tsx";
import css from "./plain-page.module.css";

/** The address exists, and is not for this person. The server would say the same. */
export function NotAllowedScreen() {
  return (
    <div className={css["page"]}>
      <Mark size={64} />
      <h1>{NOT_AUTHORISED}</h1>
      <ButtonLink to={paths.root}>Ir al inicio</ButtonLink>
    </div>
  );
}
