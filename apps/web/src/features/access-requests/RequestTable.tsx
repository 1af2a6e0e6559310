import { IconCheck, IconX } from "@tabler/icons-react";
import type { AccessKind, AccessRequest } from "@umbral/contract/access-requests/access-requests.contract";
import { formatDate } from "../../lib/dates.ts";
import type { FileForm } from "../../lib/download.ts";
import { useMay } from "../../lib/useMay.ts";
import { IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailedIn } from "../../ui/failed.ts";
import type { EmptyWords, ListQuery } from "../../ui/ListStates.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { roleNames } from "../users/index.ts";
import { Answers } from "./Answers.tsx";
import { useDecision } from "./access-requests.api.ts";
import { accessSentences } from "./access-requests.strings.ts";
import { DecideMany } from "./DecideMany.tsx";
import { failureWords } from "./decision-words.ts";
import css from "./RequestTable.module.css";

interface RequestTableProps {
  kind: AccessKind;
  query: ListQuery<readonly AccessRequest[]>;
  empty: EmptyWords;
  /** Fetches those that are chosen as a file. */
  download(ids: string, form: FileForm): Promise<void>;
  /** The person has read what came of it. */
  onDecided(): void;
}

type Told = Exclude<keyof AccessRequest["user"] | keyof AccessRequest, "id" | "user">;

/**
 * What whoever decides reads of a request, in this order: everything that the answer says, null for what stands in another
 * column. A fact that does not compile here was forgotten.
 */
const facts: Readonly<Record<Told, Omit<Column<AccessRequest>, "id"> | null>> = {
  photo: null,
  name: null,
  building: null,
  role: { header: "Rol", line: 1, least: 8, cell: ({ role }) => roleNames[role] },
  apartment: { header: "Apartamento", line: 2, cell: ({ apartment }) => apartment.name },
  cedula: { header: "Documento", line: 3, isFirm: true, from: "desk", cell: ({ user }) => user.cedula },
  phone: {
    header: "Celular",
    isFirm: true,
    from: "wide",
    cell: ({ user }) => (user.phone === "" ? "–" : <a href={`tel:${user.phone}`}>{user.phone}</a>),
  },
  endsAt: {
    header: "Hasta",
    isFirm: true,
    from: "vast",
    cell: ({ endsAt, building }) => (endsAt === null ? "–" : formatDate(endsAt, building.timeZone)),
  },
  livesHere: {
    header: "Vive allí",
    from: "vast",
    cell: ({ role, livesHere }) => (role === "PROPIETARIO" ? (livesHere ? "Sí" : "No") : "–"),
  },
  createdAt: {
    header: "Solicitado",
    isFirm: true,
    from: "wide",
    cell: ({ createdAt, building }) => (
      <time dateTime={createdAt}>{formatDate(createdAt, building.timeZone)}</time>
    ),
  },
};

/** Who asks, for what, and the two answers: to one, or to all that are chosen. */
export function RequestTable({ kind, query, empty, download, onDecided }: RequestTableProps) {
  const decision = useDecision(kind);
  // Whoever waits for their first place is nobody yet for the administration of the building.
  const isPlatform = useMay("platform.administer");

  const decide = async (request: AccessRequest, approved: boolean) => {
    if (!(await isMeant(request, kind, approved))) {
      return;
    }
    try {
      await decision.mutateAsync({ request, approved });
      await dialogs.success(approved ? accessSentences.approved : accessSentences.rejected);
    } catch (error) {
      await sayFailedIn((one) => failureWords(one, approved, request.building.timeZone), error);
    }
    onDecided();
  };
  const decidingOf = ({ id }: AccessRequest) =>
    decision.isPending && decision.variables.request.id === id ? decision.variables.approved : null;

  const columns: Column<AccessRequest>[] = [
    {
      id: "photo",
      header: "Foto",
      isWhole: true,
      least: 3,
      brief: ({ user }) => <Face src={user.photo} alt="" size={40} />,
      cell: ({ user }) => (
        <figure className={css["photo"]}>
          <Face src={user.photo} alt={`Foto de ${user.name}`} size={96} />
        </figure>
      ),
    },
    {
      id: "name",
      header: "Nombre",
      isTitle: true,
      cell: ({ user }) => (isPlatform ? <PersonLink id={user.id}>{user.name}</PersonLink> : user.name),
    },
    ...Object.entries(facts).flatMap(([id, fact]) => (fact === null ? [] : { id, ...fact })),
    {
      id: "answers",
      header: "Respuesta",
      isWhole: true,
      least: 7,
      align: "end",
      brief: (request) => (
        <span className={css["brief"]}>
          <IconButton
            label={`Aprobar a ${request.user.name}`}
            disabled={decidingOf(request) !== null}
            onClick={() => void decide(request, true)}
          >
            <IconCheck aria-hidden="true" size={22} />
          </IconButton>
          <IconButton
            label={`Rechazar a ${request.user.name}`}
            isDestructive
            disabled={decidingOf(request) !== null}
            onClick={() => void decide(request, false)}
          >
            <IconX aria-hidden="true" size={22} />
          </IconButton>
        </span>
      ),
      cell: (request) => (
        <div className={css["answers"]}>
          <Answers
            name={request.user.name}
            deciding={decidingOf(request)}
            onDecide={(approved) => void decide(request, approved)}
          />
        </div>
      ),
    },
  ];

  return (
    <DataTable
      caption={accessSentences.titles[kind]}
      columns={columns}
      query={query}
      rowKey={({ id }) => id}
      rowName={({ user }) => user.name}
      name="requests"
      hasDetails
      empty={empty}
      acts={(requests) => (
        <>
          <ExportChosen rows={requests} fetch={download} />
          <DecideMany kind={kind} requests={requests} onDecided={onDecided} />
        </>
      )}
    />
  );
}

/** A rejection is asked about, and so is a yes that lets somebody decide about others. */
async function isMeant(request: AccessRequest, kind: AccessKind, approved: boolean): Promise<boolean> {
  const { user, apartment, role } = request;
  if (!approved) {
    return dialogs.confirm({
      title: `¿Rechazar a ${user.name}?`,
      text: `No tendrá acceso al apartamento ${apartment.name}. Podrá volver a pedirlo.`,
      takesAway: true,
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
