import { IconCopy, IconDeviceMobileMessage, IconDoorEnter } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { formatDate } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./GivenCodeCard.module.css";
import type { GivenCode } from "./given-code.ts";
import { visitSentences } from "./visits.strings.ts";

/** The day's last minute: 'hasta las 12:00 AM' of the next day would be read as another day. */
const MINUTE_MS = 60_000;

interface GivenCodeCardProps {
  given: GivenCode;
  onAnother(): void;
}

/** The code, to be read across a counter, copied, and told until when it is good. */
export function GivenCodeCard({ given, onAnother }: GivenCodeCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const number = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(given.code);
      notify("Código copiado", "good");
    } catch {
      // Without a safe address or the right, the browser still copies what is selected.
      if (number.current !== null) {
        window.getSelection()?.selectAllChildren(number.current);
      }
      notify("Mantén presionado el código para copiarlo");
    }
  };

  const until = formatDate(new Date(Date.parse(given.expiresAt) - MINUTE_MS), given.timeZone);
  return (
    <section className={css["card"]} aria-labelledby="given-title">
      <h1 id="given-title" ref={title} tabIndex={-1}>
        {visitSentences.welcome}
      </h1>
      <p className={css["place"]}>Tu código para entrar a {given.buildingName}</p>
      {/* Read digit by digit, drawn in two groups, copied as it is. */}
      <p className="um-hidden">{[...given.code].join(" ")}</p>
      <p ref={number} className={css["code"]} aria-hidden="true">
        <span>{given.code.slice(0, 3)}</span>
        <span>{given.code.slice(3)}</span>
      </p>
      <p className={css["until"]}>
        Sirve una sola vez, hasta el <time dateTime={given.expiresAt}>{until}</time>
      </p>
      <Button wide icon={<IconCopy aria-hidden="true" size={20} />} onClick={() => void copy()}>
        Copiar código
      </Button>
      <ul className={css["next"]}>
        <li>
          <IconDoorEnter aria-hidden="true" size={22} />
          Díselo a quien atiende la portería, que comparará tu foto.
        </li>
        {given.isTexted === true ? (
          <li>
            <IconDeviceMobileMessage aria-hidden="true" size={22} />
            Si registraste tu celular, también te llega por mensaje de texto.
          </li>
        ) : null}
      </ul>
      <Button look="plain" onClick={onAnother}>
        Solicitar otro código
      </Button>
    </section>
  );
}
