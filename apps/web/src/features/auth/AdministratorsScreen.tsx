import { IconUserPlus, IconUserShield } from "@tabler/icons-react";
import type { Administrator } from "@umbral/contract/auth/administrators.contract";
import { useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import css from "./AdministratorsScreen.module.css";
import {
  downloadAdministrators,
  useAdministrators,
  useInviteAgain,
  useResetSecondFactor,
  useSwitchAdministrator,
} from "./administrators.api.ts";
import { NewAdministrator } from "./NewAdministrator.tsx";

/** '/admin-dashboard/administrators': who administers the platform. */
export function AdministratorsScreen() {
  const query = useAdministrators();
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen>
      <ScreenHead>
        <h1>Administradores</h1>
        <div className={css["actions"]}>
          <DownloadButton fetch={downloadAdministrators}>Descargar CSV</DownloadButton>
          <Button icon={<IconUserPlus aria-hidden="true" size={20} />} onClick={() => setCreating(true)}>
            Crear administrador
          </Button>
        </div>
      </ScreenHead>
      <DataTable
        caption="Administradores de la plataforma"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
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
  {
    id: "name",
    header: "Nombre",
    isTitle: true,
    sortBy: ({ name }) => name,
    cell: ({ name, email }) => (
      <div className={css["lines"]}>
        {name}
        <span className={css["soft"]}>{email}</span>
      </div>
    ),
  },
  { id: "cedula", header: "Cédula", cell: ({ cedula }) => cedula },
  { id: "state", header: "Estado", cell: (administrator) => stateOf(administrator) },
  {
    id: "factor",
    header: "Verificación en dos pasos",
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? "Activa" : "Sin activar"),
  },
  {
    id: "actions",
    header: "Acciones",
    align: "end",
    isWhole: true,
    cell: (row) => <Actions administrator={row} />,
  },
];

function stateOf({ active, hasPassword }: Administrator): string {
  if (!active) {
    return "Desactivado";
  }
  return hasPassword ? "Activo" : "Invitado";
}

function Actions({
  administrator: { id, name, active, hasPassword, hasSecondFactor },
}: {
  administrator: Administrator;
}) {
  const { user } = useSignedIn();
  const invite = useInviteAgain();
  const reset = useResetSecondFactor();
  const switching = useSwitchAdministrator();
  const askToSwitch = async () => {
    const goesOn = await dialogs.confirm(
      active
        ? {
            title: `¿Desactivar a ${name}?`,
            text: "Se cierran sus sesiones y no podrá entrar hasta que alguien active su cuenta de nuevo.",
          }
        : { title: `¿Activar a ${name}?`, text: "Podrá entrar de nuevo con su contraseña y su código." },
    );
    if (goesOn) {
      switching.mutate(
        { id, active: !active },
        {
          onSuccess: () =>
            void dialogs.success({ text: active ? "Desactivación exitosa" : "Activación exitosa" }),
          onError: (error) => void dialogs.failure({ text: sentenceFor(error) }),
        },
      );
    }
  };
  const askToReset = async () => {
    const goesOn = await dialogs.confirm({
      title: `¿Restablecer la verificación de ${name}?`,
      text: "Se cierran sus sesiones. La próxima vez que entre activará una nueva. Hazlo solo si perdió su teléfono y sus códigos.",
      irrevocable: true,
    });
    if (goesOn) {
      reset.mutate(id, {
        onSuccess: () => notify("Verificación restablecida.", "good"),
        onError: (error) => notify(sentenceFor(error), "trouble"),
      });
    }
  };
  // Oneself: the card of a phone has no empty line for what is not there.
  if (id === user.id && (hasPassword || !active)) {
    return null;
  }
  return (
    <div className={css["actions"]}>
      {hasPassword || !active ? null : (
        <Button
          look="quiet"
          loading={invite.isPending}
          onClick={() =>
            invite.mutate(id, {
              onSuccess: () => notify("Invitación enviada.", "good"),
              onError: (error) => notify(sentenceFor(error), "trouble"),
            })
          }
        >
          Enviar la invitación otra vez
        </Button>
      )}
      {id === user.id ? null : (
        <Button
          look="quiet"
          aria-label={active ? `Desactivar a ${name}` : `Activar a ${name}`}
          loading={switching.isPending}
          onClick={() => void askToSwitch()}
        >
          {active ? "Desactivar" : "Activar"}
        </Button>
      )}
      {hasSecondFactor && id !== user.id ? (
        <Button look="quiet" loading={reset.isPending} onClick={() => void askToReset()}>
          Restablecer verificación
        </Button>
      ) : null}
    </div>
  );
}
