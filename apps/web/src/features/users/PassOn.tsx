import { IconBrandWhatsapp, IconCopy } from "@tabler/icons-react";
import { whatsAppPath } from "../../lib/whatsapp.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions } from "../../ui/Panel.tsx";
import css from "./PassOn.module.css";

interface PassOnProps {
  name: string;
  phone: string;
  link: string;
  /** To what: 'al apartamento A-101 en Umbral'. */
  to: string;
  onDone(): void;
}

/** The link of an invitation, told this once, for who passes it on. */
export function PassOn({ name, phone, link, to, onDone }: PassOnProps) {
  const words = `Hola, ${name}. Te invito ${to}. Acepta antes de 7 días: ${link}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words);
      notify("Copiamos el enlace.", "good");
    } catch {
      notify("No pudimos copiar el enlace: tenlo seleccionado y cópialo tú.", "trouble");
    }
  };
  return (
    <div className={css["pass"]}>
      <p>
        Pásale este enlace a {name}. Vence en 7 días, y al aceptar le llegará un código a la dirección que
        escribiste.
      </p>
      <p className={css["link"]}>{link}</p>
      <Actions fills>
        <ButtonLink
          to={whatsAppPath(phone, words)}
          target="_blank"
          rel="noreferrer"
          icon={<IconBrandWhatsapp aria-hidden="true" size={20} />}
        >
          Abrir WhatsApp
        </ButtonLink>
        <Button look="quiet" icon={<IconCopy aria-hidden="true" size={20} />} onClick={() => void copy()}>
          Copiar enlace
        </Button>
        <Button look="quiet" onClick={onDone}>
          Listo
        </Button>
      </Actions>
    </div>
  );
}
