import { paths } from "../lib/paths.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Mark } from "../ui/Logo.tsx";
import css from "./plain-page.module.css";

/** No screen has this address. */
export function NotFoundScreen() {
  return (
    <main id="contenido">
      <NotFound />
    </main>
  );
}

/** The same within the frame: also what an address of the administration is for everybody else. */
export function NotFound() {
  return (
    <div className={css["page"]}>
      <Mark size={64} />
      <h1>Esta página no existe</h1>
      <p>Puede que el enlace esté incompleto o que la página haya cambiado de lugar.</p>
      <ButtonLink to={paths.root}>Ir al inicio</ButtonLink>
    </div>
  );
}
