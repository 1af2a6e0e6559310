import { IconBrowserX } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/Button.tsx";
import css from "./CallStage.module.css";

/** A browser without the parts of a call: says so, and which ones have them. */
export function UnsupportedBrowser() {
  const navigate = useNavigate();
  return (
    <div className={css["stage"]}>
      <div className={css["message"]} role="alert">
        <IconBrowserX aria-hidden="true" size={56} stroke={1.5} />
        <h1>Tu navegador no permite videollamadas</h1>
        <p>Actualízalo, o abre Umbral en una versión reciente de Chrome, Edge, Firefox o Safari.</p>
        <Button onClick={() => void navigate(paths.root, { replace: true })}>Ir al inicio</Button>
      </div>
    </div>
  );
}
