import { IconDownload } from "@tabler/icons-react";
import { installPrompt } from "../../lib/install-prompt.ts";
import { useStore } from "../../lib/store.ts";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import css from "./PushCard.module.css";

/** Says that the app can stand beside the others, where the browser offers it and until it does. */
export function InstallHint() {
  const isThere = useStore(installPrompt);
  return isThere ? (
    <Note title="Instala Umbral" icon={<IconDownload size={26} stroke={1.7} />}>
      <div className={css["body"]}>
        <p>Queda con su propio ícono, abre al instante y no ocupa casi espacio.</p>
        <div className={css["actions"]}>
          <Button look="quiet" onClick={() => void installPrompt.ask()}>
            Instalar
          </Button>
        </div>
      </div>
    </Note>
  ) : null;
}
