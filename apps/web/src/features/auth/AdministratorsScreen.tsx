import {
  IconMail,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
  IconUserShield,
} from "@tabler/icons-react";
import type { Administrator } from "@umbral/contract/auth/administrators.contract";
import { useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { EmailAddress } from "../../ui/EmailAddress.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions as RowActions } from "../../ui/Panel.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { offerUndo } from "../../ui/undo.ts";
import { AdministratorActs } from "./AdministratorActs.tsx";
import {
  downloadAdministrators,
  takeDeactivationBack,
  useActivateAdministrator,
  useAdministrators,
  useDeactivateAdministrator,
  useInviteAgain,
  useResetSecondFactor,
} from "./administrators.api.ts";
import { NewAdministrator } from "./NewAdministrator.tsx";

/** '/admin-dashboard/administrators': who administers the platform. */
export function AdministratorsScreen() {
  const query = useAdministrators();
  const order = useListOrder({ name: "nombre" }, null);
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen>
      <ScreenHead>
        <h1>Administradores</h1>
        <RowActions>
          <DownloadButton fetch={() => downloadAdministrators()}>Descargar CSV</DownloadButton>
          <Button icon={<IconUserPlus aria-hidden="true" size={20} />} onClick={() => setCreating(true)}>
            Crear administrador
          </Button>
        </RowActions>
      </ScreenHead>
      <DataTable
        caption="Administradores de la plataforma"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        name="administrators"
        rowName={({ name }) => name}
        hasDetails
        order={order}
        acts={(rows, leave) => <AdministratorActs administrators={rows} leave={leave} />}
        usualRows={3}
        empty={{ title: "No hay administradores.", icon: <IconUserShield size={32} stroke={1.6} /> }}
      />
      <Modal isOpen={isCreating} title="Crear administrador" onClose={() => setCreating(false)} narrow>
        <NewAdministrator onDone={() => setCreating(false)} />
      </Modal>
    </Screen>
  );
}

const columns: readonly Column<Administrator>[] = [
  { id: "name", header: "Nombre", isTitle: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: "email",
    header: "Correo",
    isWide: true,
    least: 15,
    line: 3,
    cell: ({ email }) => <EmailAddress of={email} />,
  },
  {
    id: "cedula",
    header: "Documento",
    isFirm: true,
    least: 8.25,
    from: "desk",
    cell: ({ cedula }) => cedula,
  },
  { id: "state", header: "Estado", line: 1, cell: stateOf },
  {
    id: "factor",
    header: "Verificación",
    from: "desk",
    line: 2,
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? "Con verificación" : "Sin verificación"),
  },
  {
    id: "actions",
    header: "Acciones",
    least: 11.5,
    align: "end",
    isWhole: true,
    cell: (row) => <Actions administrator={row} />,
  },
];

function stateOf({ active, hasPassword }: Administrator): string {
  if (!active) {
    return "Desactivado";
  }
  return hasPassword ? "Activo" : "Sin contraseña";
}

function Actions({
  administrator: { id, name, active, hasPassword, hasSecondFactor },
}: {
  administrator: Administrator;
}) {
  const { user } = useSignedIn();
  const invite = useInviteAgain();
  const reset = useResetSecondFactor();
  const activating = useActivateAdministrator();
  const deactivating = useDeactivateAdministrator();
  const askToActivate = async () => {
    const goesOn = await dialogs.confirm({
      title: `¿Activar a ${name}?`,
      text: "Podrá iniciar sesión de nuevo con su contraseña y su código.",
    });
    if (goesOn) {
      activating.mutate(id, {
        onSuccess: () => void dialogs.success({ text: "Activación exitosa" }),
        onError: (error) => void sayFailed(error),
      });
    }
  };
  const askToDeactivate = async () => {
    const goesOn = await dialogs.confirm({
      title: `¿Desactivar a ${name}?`,
      text: "Se cierran sus sesiones y no podrá iniciar sesión hasta que alguien active su cuenta de nuevo.",
      takesAway: true,
    });
    if (goesOn) {
      try {
        const { wasActive } = await deactivating.mutateAsync(id);
        await dialogs.success({ text: "Desactivación exitosa" });
        // Where somebody else was first nothing was taken; a link that an invitation sent cannot be given back.
        if (wasActive && hasPassword) {
          offerUndo(name, () => takeDeactivationBack(id));
        }
      } catch (error) {
        await sayFailed(error);
      }
    }
  };
  const askToReset = async () => {
    const goesOn = await dialogs.confirm({
      title: `¿Restablecer la verificación de ${name}?`,
      text: "Se cierran sus sesiones. La próxima vez que inicie sesión activará una nueva. Hazlo solo si perdió su teléfono y sus códigos.",
      irrevocable: true,
    });
    if (goesOn) {
      reset.mutate(id, {
        onSuccess: () => notify("Verificación restablecida.", "good"),
        onError: (error) => notify(sentenceFor(error), "trouble"),
      });
    }
  };
  // Oneself: an empty cell, for which a phone keeps no room.
  if (id === user.id && (hasPassword || !active)) {
    return null;
  }
  return (
    <RowActions>
      {hasPassword || !active ? null : (
        <IconButton
          label={`Enviar de nuevo la invitación a ${name}`}
          aria-busy={invite.isPending || undefined}
          disabled={invite.isPending}
          onClick={() =>
            invite.mutate(id, {
              onSuccess: () => notify("Invitación enviada.", "good"),
              onError: (error) => notify(sentenceFor(error), "trouble"),
            })
          }
        >
          <IconMail aria-hidden="true" size={22} />
        </IconButton>
      )}
      {hasSecondFactor && id !== user.id ? (
        <IconButton
          isDestructive
          label={`Restablecer la verificación de ${name}`}
          disabled={reset.isPending}
          onClick={() => void askToReset()}
        >
          <IconShieldOff aria-hidden="true" size={22} />
        </IconButton>
      ) : null}
      {id === user.id ? null : (
        <IconButton
          isDestructive={active}
          label={active ? `Desactivar a ${name}` : `Activar a ${name}`}
          disabled={activating.isPending || deactivating.isPending}
          onClick={() => void (active ? askToDeactivate() : askToActivate())}
        >
          {active ? (
            <IconUserOff aria-hidden="true" size={22} />
          ) : (
            <IconUserCheck aria-hidden="true" size={22} />
          )}
        </IconButton>
      )}
    </RowActions>
  );
}
