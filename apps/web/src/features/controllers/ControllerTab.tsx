import { IconCpuOff, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ControllerState } from "@umbral/contract/controllers/registering.contract";
import { useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useMay } from "../../lib/useMay.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions, Form, Panel } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { ControllerCard } from "./ControllerCard.tsx";
import css from "./ControllerTab.module.css";
import {
  nameController,
  registerControllerOf,
  replaceControllerWith,
  useControllers,
} from "./registering.api.ts";

interface ControllerTabProps {
  buildingId: string;
  timeZone: string;
}

interface Pairing {
  code: string;
  expiresAt: string;
  controllerId: string;
}

const FIRST_NAME = "Controlador";

/** The computers in the building: their pairing, how each is now, and what is its own. */
export function ControllerTab({ buildingId, timeZone }: ControllerTabProps) {
  const query = useControllers(buildingId);
  const mayPair = useMay("platform.administer");
  /** Shown once: it is nowhere else, and gone with this screen. */
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [naming, setNaming] = useState<ControllerState | "new" | null>(null);
  const offer = useMutation({
    mutationFn: (of: { replaced: string } | { name: string }) =>
      "name" in of ? registerControllerOf(buildingId, of.name) : replaceControllerWith(of.replaced),
    onSuccess: ({ pairing: offered, controller }) => {
      setPairing({ ...offered, controllerId: controller.id });
      setNaming(null);
      void refreshEverything();
    },
    onError: (error) => void sayFailed(error),
  });
  const offered = query.data?.find(({ id }) => id === pairing?.controllerId)?.state;
  const isUsed = offered === "connected" || offered === "away";
  return (
    <Panel title="Controladores del edificio">
      {pairing === null || isUsed ? null : <PairingCode pairing={pairing} timeZone={timeZone} />}
      <ListStates
        query={query}
        isEmpty={(controllers) => controllers.length === 0}
        skeleton={<CardSkeletons count={1} lines={4} />}
        empty={{
          title: "Este edificio todavía no tiene controlador.",
          hint: mayPair
            ? "Es el computador que mueve las puertas y lee las cámaras."
            : "Es el computador que mueve las puertas y lee las cámaras. Lo registra la plataforma.",
          icon: <IconCpuOff size={32} stroke={1.6} />,
          action: mayPair ? (
            <Button loading={offer.isPending} onClick={() => offer.mutate({ name: FIRST_NAME })}>
              Registrar controlador
            </Button>
          ) : undefined,
        }}
      >
        {(controllers) => (
          <>
            {controllers.map((controller) => (
              <ControllerCard
                key={controller.id}
                buildingId={buildingId}
                controller={controller}
                timeZone={timeZone}
                pairing={
                  mayPair
                    ? {
                        isOffering: offer.isPending,
                        onOffer: () => offer.mutate({ replaced: controller.id }),
                        onRename: () => setNaming(controller),
                        onGone: () => setPairing((one) => (one?.controllerId === controller.id ? null : one)),
                      }
                    : undefined
                }
              />
            ))}
            {mayPair ? (
              <Actions fills>
                <Button
                  look="quiet"
                  icon={<IconPlus aria-hidden="true" size={20} />}
                  onClick={() => setNaming("new")}
                >
                  Agregar otro controlador
                </Button>
              </Actions>
            ) : null}
          </>
        )}
      </ListStates>
      <Modal
        isOpen={naming !== null}
        narrow
        title={naming === "new" ? "Otro controlador" : "Nombre del controlador"}
        onClose={() => setNaming(null)}
      >
        {naming === null ? null : (
          <NameForm
            controller={naming === "new" ? null : naming}
            isRegistering={offer.isPending}
            onNew={(name) => offer.mutate({ name })}
            onDone={() => setNaming(null)}
          />
        )}
      </Modal>
    </Panel>
  );
}

interface NameFormProps {
  /** Null for one that is registered under that name. */
  controller: ControllerState | null;
  isRegistering: boolean;
  onNew(name: string): void;
  onDone(): void;
}

function NameForm({ controller, isRegistering, onNew, onDone }: NameFormProps) {
  const leave = useWhileHere(onDone);
  const { form, text, submit } = useForm({ name: controller?.name ?? "" }, ({ name }) => ({
    name: required(name, fieldSentences.required),
  }));
  const naming = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => nameController(id, name),
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => void sayFailed(error),
  });
  const save = ({ name }: { name: string }) =>
    controller === null ? onNew(name.trim()) : naming.mutate({ id: controller.id, name: name.trim() });
  return (
    <Form ref={form} onSubmit={submit(save)}>
      <TextField
        {...text("name")}
        label="Nombre"
        hint="Donde está, o qué mueve: 'Sótano', 'Torre B'. Sus puertas se le pasan después, en Puertas."
        autoComplete="off"
        maxLength={60}
      />
      <Button type="submit" wide loading={isRegistering || naming.isPending}>
        {controller === null ? "Registrar controlador" : "Guardar cambios"}
      </Button>
    </Form>
  );
}

function PairingCode({ pairing, timeZone }: { pairing: Pairing; timeZone: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(pairing.code);
      notify("Código copiado.", "good");
    } catch {
      notify("El navegador no dejó copiar. Escríbelo a mano.", "trouble");
    }
  };
  return (
    <section className={css["pairing"]} aria-label="Código de emparejamiento">
      <p>Escribe este código en el controlador, como PAIRING_CODE. No se vuelve a mostrar.</p>
      <p className={css["code"]} data-pairing-code>
        {pairing.code}
      </p>
      <p className={css["soft"]}>Vence el {formatDate(pairing.expiresAt, timeZone)}.</p>
      <Button look="quiet" onClick={() => void copy()}>
        Copiar código
      </Button>
    </section>
  );
}
