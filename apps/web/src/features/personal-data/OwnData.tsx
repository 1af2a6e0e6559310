import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordAgain } from "../auth/index.ts";
import css from "./PersonalData.module.css";
import { downloadOwn } from "./personal-data.api.ts";

/** 'Privacidad', in the profile: everything that is kept of oneself, as one archive. */
export function OwnData() {
  const [isOpen, setOpen] = useState(false);
  const fetching = useMutation({
    mutationFn: downloadOwn,
    onSuccess: () => {
      setOpen(false);
      notify("Tus datos quedaron en tus descargas.", "good");
    },
  });
  return (
    <Panel title="Lo que Umbral guarda de ti">
      <div className={css["content"]}>
        <p className={css["soft"]}>
          Puedes descargar en un archivo todo lo que Umbral guarda de ti, tus fotos y documentos también. Para
          que se borre, pídelo a la administración de tu edificio.
        </p>
        <div className={css["acts"]}>
          <Button
            look="quiet"
            icon={<IconDownload aria-hidden="true" size={20} />}
            onClick={() => setOpen(true)}
          >
            Descargar mis datos
          </Button>
        </div>
      </div>
      <Modal isOpen={isOpen} title="Descargar mis datos" narrow onClose={() => setOpen(false)}>
        {isOpen ? (
          <PasswordAgain asked={fetching} onGiven={fetching.mutate}>
            <p>El archivo va sin cifrar: guárdalo donde solo tú lo veas.</p>
          </PasswordAgain>
        ) : null}
      </Modal>
    </Panel>
  );
}
