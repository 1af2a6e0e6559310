import { IconMailOpened } from "@tabler/icons-react";
import type { Invitation } from "@umbral/contract/users/invitations.contract";
import { formatDay } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmailAddress } from "../../ui/EmailAddress.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { InvitationActs } from "./InvitationActs.tsx";
import { sendInvitationAgain, takeInvitationBack, useInvitations } from "./invitations.api.ts";
import { roleNames } from "./users.strings.ts";

/** What is typed is somebody's name: it stands in no address. */
const typed = ["buscar"] as const;

/** Roles of the building that nobody has yet: whoever was invited, by hand or by a file, has not accepted. */
export function InvitationsPanel({ buildingId, timeZone }: { buildingId: string; timeZone: string }) {
  const address = useListAddress([], typed);
  const { page } = address;
  const search = address.value("buscar");
  const query = useInvitations(buildingId, { search, page });
  useLastPage(address, query);
  const { invitations, totalPages = 1 } = query.data ?? {};
  return (
    <Panel title="Invitaciones por aceptar">
      {search !== "" || invitations?.length ? (
        <SearchField
          label="Buscar invitación"
          value={search}
          onChange={(buscar) => address.change({ buscar })}
        />
      ) : null}
      <DataTable
        caption="Invitaciones por aceptar"
        columns={columnsOf(buildingId, timeZone)}
        query={{ ...query, data: invitations }}
        rowKey={({ id }) => id}
        usualRows={2}
        name="invitations"
        rowName={({ name }) => name}
        hasDetails
        empty={{
          title:
            search === ""
              ? "No hay invitaciones por aceptar."
              : "Ninguna invitación coincide con tu búsqueda.",
          icon: <IconMailOpened size={32} stroke={1.6} />,
        }}
      />
      <Pages page={page} total={totalPages} onChange={address.goTo} />
    </Panel>
  );
}

const columnsOf = (buildingId: string, timeZone: string): readonly Column<Invitation>[] => [
  { id: "name", header: "Persona", isTitle: true, cell: ({ name }) => name },
  { id: "role", header: "Rol", line: 2, least: 12.75, cell: ({ role }) => roleNames[role] },
  {
    id: "home",
    header: "Apartamento",
    from: "desk",
    line: 3,
    cell: ({ apartment }) => apartment?.name ?? "–",
  },
  { id: "cedula", header: "Documento", from: "wide", cell: ({ cedula }) => cedula || "–" },
  {
    id: "address",
    header: "Enviada a",
    from: "desk",
    least: 8,
    cell: ({ email, phone }) => (email === "" ? phone || "–" : <EmailAddress of={email} />),
  },
  {
    id: "state",
    header: "Estado",
    line: 1,
    least: 11.5,
    brief: (invitation) => inBrief(stateOf(invitation, timeZone)),
    cell: (invitation) => stateOf(invitation, timeZone),
  },
  {
    id: "actions",
    header: "Acciones",
    isWhole: true,
    align: "end",
    cell: (invitation) => (
      <InvitationActs
        invitation={invitation}
        send={(id) => sendInvitationAgain(buildingId, id)}
        takeBack={(id) => takeInvitationBack(buildingId, id)}
        refresh={refreshEverything}
      />
    ),
  },
];

/** That it cannot be accepted; why is said among its details. */
const inBrief = (state: string): string => state.split(":")[0] ?? state;

/** What becomes of an invitation that nobody accepted yet. */
export function stateOf(
  invitation: Pick<Invitation, "state" | "hasConflict" | "expiresAt" | "email" | "phone">,
  timeZone: string,
): string {
  const { state, hasConflict, expiresAt, email, phone } = invitation;
  if (state === "unreachable") {
    return email === "" && phone === ""
      ? "Sin enviar: falta un correo o un celular"
      : "Sin enviar: aquí no se envían mensajes a esa dirección. Invita otra vez con otra";
  }
  if (state === "expired") {
    return `Venció el ${formatDay(expiresAt, timeZone)}`;
  }
  if (state === "without-word") {
    return "Ya no sirve: quien invitó ya no es líder del hogar. Envíala de nuevo si sigue en pie";
  }
  return hasConflict
    ? "No puede aceptar: su cédula tiene una cuenta con otro correo o celular"
    : `Vence el ${formatDay(expiresAt, timeZone)}`;
}
