import type { AccessKind, AccessRequest } from "@umbral/contract/access-requests/access-requests.contract";
import type { ReactNode } from "react";
import { formatDate } from "../../lib/dates.ts";
import { useMay } from "../../lib/useMay.ts";
import { CellCheck } from "../../ui/CellFields.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { keys, Skeleton } from "../../ui/Skeletons.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import { roleNames } from "../users/index.ts";
import { Answers } from "./Answers.tsx";
import { useDecision } from "./access-requests.api.ts";
import { accessSentences } from "./access-requests.strings.ts";
import { failureWords } from "./decision-words.ts";
import css from "./RequestCard.module.css";

interface RequestCardProps {
  kind: AccessKind;
  request: AccessRequest;
  /** Whether it is among those that are decided at once; null where it waits alone. */
  isChosen: boolean | null;
  onChoose(isChosen: boolean): void;
  /** The person has read what came of it. */
  onDecided(): void;
}

type Told = Exclude<keyof AccessRequest["user"] | keyof AccessRequest, "id" | "user">;

/**
 * What whoever decides reads of a request, in this order: everything that the answer says, null for what the card shows
 * otherwise. A fact without a value is not shown.
 */
const facts: Readonly<Record<Told, { name: string; value(request: AccessRequest): ReactNode } | null>> = {
  photo: null,
  name: null,
  role: null,
  building: null,
  cedula: { name: "Cédula", value: ({ user }) => user.cedula },
  phone: {
    name: "Celular",
    value: ({ user }) => (user.phone === "" ? "—" : <a href={`tel:${user.phone}`}>{user.phone}</a>),
  },
  apartment: { name: "Apartamento", value: ({ apartment }) => apartment.name },
  endsAt: {
    name: "Hasta",
    value: ({ endsAt, building }) => (endsAt === null ? null : formatDate(endsAt, building.timeZone)),
  },
  livesHere: {
    name: "Vive allí",
    value: ({ role, livesHere }) => (role === "PROPIETARIO" ? (livesHere ? "Sí" : "No") : null),
  },
  createdAt: {
    name: "Solicitado",
    value: ({ createdAt, building }) => (
      <time dateTime={createdAt}>{formatDate(createdAt, building.timeZone)}</time>
    ),
  },
};

/** Who asks, for what, and the two answers. */
export function RequestCard({ kind, request, isChosen, onChoose, onDecided }: RequestCardProps) {
  const decision = useDecision(kind);
  const { user, building, role } = request;
  // Whoever waits for their first place is nobody yet for the administration of the building.
  const isPlatform = useMay("platform.administer");

  const decide = async (approved: boolean) => {
    if (!(await isMeant(request, kind, approved))) {
      return;
    }
    try {
      await decision.mutateAsync({ request, approved });
      await dialogs.success(approved ? accessSentences.approved : accessSentences.rejected);
    } catch (error) {
      await dialogs.failure(failureWords(error, approved, building.timeZone));
    }
    onDecided();
  };

  return (
    <article className={css["card"]} aria-labelledby={`solicitud-${request.id}`}>
      <Face src={user.photo} alt={`Foto de ${user.name}`} size={72} />
      {isChosen === null ? null : (
        <div className={css["pick"]}>
          <CellCheck label={`Elegir ${user.name}`} value={isChosen} onChange={onChoose} />
        </div>
      )}
      <div className={css["words"]}>
        <h2 id={`solicitud-${request.id}`}>
          {isPlatform ? <PersonLink id={user.id}>{user.name}</PersonLink> : user.name}
        </h2>
        <p className={css["role"]}>{roleNames[role]}</p>
        <dl className={css["facts"]}>
          {Object.entries(facts).map(([key, fact]) => {
            const value = fact?.value(request) ?? null;
            return fact === null || value === null ? null : (
              <div key={key} className={css["fact"]}>
                <dt>{fact.name}</dt>
                <dd>{value}</dd>
              </div>
            );
          })}
        </dl>
      </div>
      <div className={css["answers"]}>
        <Answers
          name={user.name}
          deciding={decision.isPending ? decision.variables.approved : null}
          onDecide={(approved) => void decide(approved)}
        />
      </div>
    </article>
  );
}

/** A rejection is asked about, and so is a yes that lets somebody decide about others. */
async function isMeant(request: AccessRequest, kind: AccessKind, approved: boolean): Promise<boolean> {
  const { user, apartment, role } = request;
  if (!approved) {
    return dialogs.confirm({
      title: `¿Rechazar a ${user.name}?`,
      text: `No tendrá acceso al apartamento ${apartment.name}. Podrá volver a pedirlo.`,
    });
  }
  return (
    kind === "employees" ||
    dialogs.confirm({
      title: `¿Aprobar a ${user.name}?`,
      text:
        role === "RESIDENTE_LIDER"
          ? `Decidirá quién entra al apartamento ${apartment.name} y podrá retirar a sus residentes.`
          : `Quedará como propietario del apartamento ${apartment.name}.`,
    })
  );
}

/** The shape of some requests that have not come yet. */
export function RequestSkeletons() {
  return (
    <div className={css["skeletons"]}>
      {keys(3).map((key) => (
        <div key={key} className={css["card"]}>
          <Skeleton width="72px" height="72px" round />
          <div className={css["words"]}>
            <Skeleton width="60%" height="1.375rem" />
            <Skeleton width="45%" />
            <Skeleton width="85%" height="2.5rem" />
          </div>
          <div className={css["answers"]}>
            <Skeleton height="48px" />
            <Skeleton height="48px" />
          </div>
        </div>
      ))}
    </div>
  );
}
