import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from "@tabler/icons-react";
import type { StaffMember } from "@umbral/contract/users/staff.contract";
import { useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { useMay } from "../../lib/useMay.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmailAddress } from "../../ui/EmailAddress.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Actions, Panel } from "../../ui/Panel.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { InvitationsPanel } from "./InvitationsPanel.tsx";
import { removeStaffMember } from "./removing.ts";
import { mayChange, StaffActs } from "./StaffActs.tsx";
import { InviteForm, StaffForm } from "./StaffForms.tsx";
import { downloadStaff, useStaff } from "./staff.api.ts";
import { roleNames } from "./users.strings.ts";

/** By what they can stand, as the address calls it. */
const staffInAddress = { name: "nombre", role: "rol", until: "hasta" } as const;

/** Who works for the building: its administration, doormen and caretakers. */
export function StaffTab({ buildingId, timeZone }: { buildingId: string; timeZone: string }) {
  const query = useStaff(buildingId);
  const isOfPlatform = useMay("platform.administer");
  const order = useListOrder(staffInAddress, null);
  const [draft, setDraft] = useState<{ member: StaffMember | null } | null>(null);
  const close = () => setDraft(null);
  const invite = (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setDraft({ member: null })}>
      Invitar persona
    </Button>
  );
  return (
    <>
      <Panel
        title="Personal"
        action={
          query.data?.length ? (
            <Actions>
              <DownloadButton fetch={() => downloadStaff(buildingId)}>Descargar CSV</DownloadButton>
              {invite}
            </Actions>
          ) : null
        }
      >
        <DataTable
          caption="Personal"
          columns={columnsOf({ buildingId, timeZone, isOfPlatform }, (member) => setDraft({ member }))}
          query={query}
          rowKey={({ id }) => id}
          usualRows={3}
          name="staff"
          order={order}
          rowName={({ user }) => user.name}
          hasDetails
          isCovered={draft !== null}
          acts={(members, leave) => (
            <StaffActs buildingId={buildingId} members={members} leave={leave} isOfPlatform={isOfPlatform} />
          )}
          empty={{
            title: "Este edificio todavía no tiene personal.",
            hint: "Invita a quien lo administra y a quienes atienden la portería.",
            icon: <IconUsersGroup size={32} stroke={1.6} />,
            action: invite,
          }}
        />
        <Modal
          isOpen={draft !== null}
          title={draft?.member ? draft.member.user.name : "Invitar persona"}
          onClose={close}
        >
          {draft === null ? null : draft.member === null ? (
            <InviteForm buildingId={buildingId} timeZone={timeZone} onDone={close} />
          ) : (
            <StaffForm buildingId={buildingId} timeZone={timeZone} member={draft.member} onDone={close} />
          )}
        </Modal>
      </Panel>
      <InvitationsPanel buildingId={buildingId} timeZone={timeZone} />
    </>
  );
}

const columnsOf = (
  { buildingId, timeZone, isOfPlatform }: { buildingId: string; timeZone: string; isOfPlatform: boolean },
  change: (member: StaffMember) => void,
): readonly Column<StaffMember>[] => [
  {
    id: "name",
    header: "Persona",
    isTitle: true,
    sortBy: ({ user }) => user.name,
    cell: ({ user }) => <PersonLink id={user.id}>{user.name}</PersonLink>,
  },
  {
    id: "role",
    header: "Rol",
    line: 1,
    least: 12.75,
    sortBy: ({ role }) => roleNames[role],
    cell: ({ role }) => roleNames[role],
  },
  { id: "cedula", header: "Documento", from: "desk", cell: ({ user }) => user.cedula },
  {
    id: "email",
    header: "Correo",
    from: "desk",
    least: 8,
    cell: ({ user }) => <EmailAddress of={user.email} />,
  },
  {
    id: "until",
    header: "Hasta",
    isFirm: true,
    // Who stays for good comes after everybody with a last day.
    sortBy: ({ endsAt }) => endsAt ?? "9999",
    cell: ({ endsAt }) => (endsAt === null ? "Sin fecha" : formatDate(endsAt, timeZone)),
  },
  {
    id: "state",
    header: "Estado",
    line: 2,
    cell: ({ user }) => (user.active ? (user.hasPassword ? "Activo" : "Sin contraseña") : "Desactivado"),
  },
  {
    id: "actions",
    header: "Acciones",
    least: 8.5,
    isWhole: true,
    align: "end",
    cell: (member) =>
      mayChange(member, isOfPlatform) ? (
        <Actions>
          <IconButton label={`Cambiar: ${member.user.name}`} onClick={() => change(member)}>
            <IconPencil aria-hidden="true" size={22} />
          </IconButton>
          <IconButton
            isDestructive
            label={`Retirar a ${member.user.name}`}
            onClick={() => void remove(buildingId, member)}
          >
            <IconTrash aria-hidden="true" size={22} />
          </IconButton>
        </Actions>
      ) : null,
  },
];

async function remove(buildingId: string, { id, role, user }: StaffMember): Promise<void> {
  if (await removeStaffMember(buildingId, { id, role, name: user.name })) {
    await refreshEverything();
  }
}
