import { IconAlertOctagon, IconDoorEnter, IconInfoCircle, IconUrgent } from "@tabler/icons-react";
import { useState } from "react";
import { Button, ButtonLink, IconButton } from "../ui/Button.tsx";
import { dialogs } from "../ui/dialogs.ts";
import { HoldButton } from "../ui/HoldButton.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Note } from "../ui/Note.tsx";
import { notify } from "../ui/notices.ts";
import { Face, StorageImage } from "../ui/StorageImage.tsx";
import css from "./gallery.module.css";

export function ActionParts() {
  const [held, setHeld] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css["part"]}>
      <h2>Botones, avisos y diálogos</h2>
      <div className={css["row"]}>
        <Button icon={<IconDoorEnter aria-hidden="true" size={20} />}>Abrir puerta principal</Button>
        <Button look="quiet">Cancelar</Button>
        <Button look="plain">Ver más</Button>
        <Button look="danger">Eliminar</Button>
        <Button look="destructive">Desactivar</Button>
        <Button loading>Abriendo…</Button>
        <Button disabled>Sin permiso</Button>
        <ButtonLink to="/profile" look="quiet">
          Ir al perfil
        </ButtonLink>
        <IconButton label="Información">
          <IconInfoCircle aria-hidden="true" />
        </IconButton>
      </div>
      <div className={css["row"]}>
        <HoldButton
          label="Emergencia"
          isDanger
          icon={<IconUrgent aria-hidden="true" size={36} />}
          onHeld={() => setHeld((times) => times + 1)}
        />
        <HoldButton
          label="Silenciar"
          icon={<IconAlertOctagon aria-hidden="true" size={36} />}
          onHeld={() => setHeld((times) => times + 1)}
        />
        <p>Confirmado {held} veces</p>
        <Face src={null} alt="Sin foto" size={64} />
        <StorageImage src={null} alt="No hay foto disponible" />
      </div>
      <div className={css["row"]}>
        <Button look="quiet" onClick={() => void dialogs.success()}>
          Éxito
        </Button>
        <Button look="quiet" onClick={() => void dialogs.failure()}>
          Error
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            void dialogs.errors(['El campo "phone", es un campo obligatorio', "email must be an email"])
          }
        >
          Lista de errores
        </Button>
        <Button look="quiet" onClick={() => void askAndTell()}>
          Confirmación
        </Button>
        <Button look="quiet" onClick={() => notify("La puerta no respondió. Intenta de nuevo.", "trouble")}>
          Aviso
        </Button>
        <Button look="quiet" onClick={() => setOpen(true)}>
          Ventana
        </Button>
      </div>
      <Note title="Tu solicitud está pendiente" tone="attention" icon={<IconInfoCircle size={26} />}>
        <p>Cuando la administración la apruebe, aquí verás tu edificio.</p>
      </Note>
      <Note title="Puerta abierta" icon={<IconDoorEnter size={26} />} />
      <Modal isOpen={isOpen} title="Puerta principal" onClose={() => setOpen(false)}>
        <p>Contenido de la ventana.</p>
        <Button onClick={() => notify("Puerta abierta", "good")}>Abrir puerta principal</Button>
      </Modal>
    </section>
  );
}

async function askAndTell(): Promise<void> {
  const goesOn = await dialogs.confirm({
    title: "¿Eliminar esta tarjeta?",
    text: "Esta acción no se puede deshacer.",
    irrevocable: true,
  });
  notify(goesOn ? "Tarjeta borrada con éxito" : "No se borró nada", goesOn ? "good" : "plain");
}
