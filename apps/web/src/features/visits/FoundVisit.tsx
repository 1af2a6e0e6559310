import type { Visit } from "@umbral/contract/visits/visits.contract";
import type { ReactNode } from "react";
import { formatDate } from "../../lib/dates.ts";
import { useBroughtIntoSight } from "../../lib/useBroughtIntoSight.ts";
import { StorageImage } from "../../ui/StorageImage.tsx";
import css from "./FoundVisit.module.css";

interface FoundVisitProps {
  visit: Visit;
  timeZone: string | undefined;
  /** What can be done for them. */
  children: ReactNode;
}

/** Who stands behind a code: today's picture beside the registered one, for somebody to compare. */
export function FoundVisit({ visit, timeZone, children }: FoundVisitProps) {
  const { user, requestedAt } = visit;
  const { card, title } = useBroughtIntoSight();
  return (
    <section ref={card} className={css["visit"]} aria-labelledby="found-title">
      <div className={css["faces"]}>
        <Face label="Foto de hoy" src={user.attachments[0]?.path} name={user.name} />
        <Face label="Foto registrada" src={user.photo} name={user.name} />
      </div>
      <div>
        <h2 id="found-title" ref={title} tabIndex={-1}>
          {user.name}
        </h2>
        <dl className={css["facts"]}>
          <div>
            <dt>Número de documento</dt>
            <dd className={css["cedula"]}>{user.cedula}</dd>
          </div>
          <div>
            <dt>Pidió el código</dt>
            <dd>{formatDate(requestedAt, timeZone)}</dd>
          </div>
        </dl>
      </div>
      <p className={css["ask"]}>Compara las fotos con la persona y su documento.</p>
      {children}
    </section>
  );
}

function Face({ label, src, name }: { label: string; src: string | null | undefined; name: string }) {
  return (
    <figure className={css["face"]}>
      <StorageImage
        src={src}
        alt={src ? `${label}: ${name}` : "No hay foto disponible"}
        className={css["picture"]}
      />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
