import { IconBrandWhatsapp, IconCopy } from "@tabler/icons-react";
import { whatsAppPath } from "../../lib/whatsapp.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { notify } from "../../ui/notices.ts";
import { Actions } from "../../ui/Panel.tsx";
import css from "./PassOn.module.css";

export interface MadeLink {
  name: string;
  phone: string;
  link: string;
  /** To what: 'al apartamento A-101 en Umbral'. */
  to: string;
}

const wordsOf = ({ name, link, to }: MadeLink) =>
  `Hola, ${name}. Te invito ${to}. Acepta antes de 7 días: ${link}`;

/** Tells it to who closed its form while it was being made. */
export async function tellLink(made: MadeLink): Promise<void> {
  const goesOn = await dialogs.successAnd("Abrir WhatsApp", {
    title: `Enlace para ${made.name}`,
    text: `Pásaselo ahora: no lo mostramos otra vez. Vence en 7 días. ${made.link}`,
  });
  if (goesOn) {
    window.open(whatsAppPath(made.phone, wordsOf(made)), "_blank", "noreferrer");
  }
}

/** The link of an invitation, told this once, for who passes it on. */
export function PassOn({ onDone, ...made }: MadeLink & { onDone(): void }) {
  const { name, phone, link } = made;
  const words = wordsOf(made);
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
