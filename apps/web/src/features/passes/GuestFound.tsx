import { IconCircleCheck, IconCircleX, IconClockExclamation, IconHome } from "@tabler/icons-react";
import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import type { ReactNode } from "react";
import { useBroughtIntoSight } from "../../lib/useBroughtIntoSight.ts";
import { useNow } from "../../lib/useNow.ts";
import { Face } from "../../ui/StorageImage.tsx";
import { Verdict, type VerdictTone } from "../../ui/Verdict.tsx";
import { GuestActs } from "./GuestActs.tsx";
import css from "./GuestFound.module.css";
import type { GuestActsProps } from "./guest-acts.ts";
import { hostWords, verdictOf } from "./guest-words.ts";
import { timesWords, usedWords } from "./pass-words.ts";

interface GuestFoundProps extends Omit<GuestActsProps, "guest"> {
  guest: PassAtDesk;
}

const icons: Readonly<Record<VerdictTone, ReactNode>> = {
  good: <IconCircleCheck aria-hidden="true" size={36} />,
  inside: <IconHome aria-hidden="true" size={36} />,
  late: <IconClockExclamation aria-hidden="true" size={36} />,
  bad: <IconCircleX aria-hidden="true" size={36} />,
};

/** A guest at the desk: whether they may come in, in one look; who they are; and what can be done for them. */
export function GuestFound({ guest, ...acts }: GuestFoundProps) {
  const { timeZone } = acts;
  const now = useNow(30_000);
  const verdict = verdictOf(guest, now, timeZone);
  const { card, title } = useBroughtIntoSight();
  const used = usedWords(guest, now, timeZone);
  const { cedula, plate, company } = guest.guest;
  const details = [cedula === "" ? "" : `Documento ${cedula}`, plate === "" ? "" : `Placa ${plate}`, company];
  return (
    <section ref={card} className={css["guest"]} aria-labelledby="guest-title">
      <Verdict {...verdict} icon={icons[verdict.tone]} />
      <div className={css["who"]}>
        <Face
          src={guest.photo}
          alt={guest.photo === null ? "" : `Foto de una entrada anterior de ${guest.guest.name}`}
          size={72}
        />
        <div className={css["words"]}>
          <h2 id="guest-title" ref={title} tabIndex={-1}>
            {guest.guest.name}
          </h2>
          <p className={css["home"]}>{hostWords(guest)}</p>
          <p>{timesWords(guest, now, timeZone)}</p>
          {used === null ? null : <p>{used}</p>}
          {details
            .filter((detail) => detail !== "")
            .map((detail) => (
              <p key={detail}>{detail}</p>
            ))}
        </div>
      </div>
      {/* What was typed for one is nobody else's. A list stays, with the focus in it. */}
      <GuestActs
        key={guest.names.length > 0 ? guest.id : `${guest.id} ${guest.entered} ${guest.left}`}
        guest={guest}
        {...acts}
      />
    </section>
  );
}
