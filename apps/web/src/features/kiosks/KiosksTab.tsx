import { IconDeviceTablet, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { KioskState } from "@umbral/contract/kiosks/kiosks.contract";
import { useState } from "react";
import { formatDate, sayTime } from "../../lib/dates.ts";
import { paths } from "../../lib/paths.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Form, Panel } from "../../ui/Panel.tsx";
import rows from "../../ui/PlainRows.module.css";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { useIrrevocable } from "../../ui/useIrrevocable.ts";
import css from "./Kiosks.module.css";
import { offerKioskTo, takeKioskBack, useKiosks } from "./kiosks.api.ts";

interface KiosksTabProps {
  buildingId: string;
  timeZone: string;
}

type Offered = Awaited<ReturnType<typeof offerKioskTo>>;

/** 'Equipos de portería': the devices of the lobby, a code for one more, and the way to take one back. */
export function KiosksTab({ buildingId, timeZone }: KiosksTabProps) {
  const query = useKiosks(buildingId);
  const [isNaming, setNaming] = useState(false);
  /** Shown once: it is nowhere else, and gone with this screen. */
  const [offered, setOffered] = useState<Offered | null>(null);
  const offer = useMutation({
    mutationFn: ({ name }: { name: string; leave(): void }) => offerKioskTo(buildingId, name),
    onSuccess: (made, { leave }) => {
      setOffered(made);
      leave();
      void refreshEverything();
    },
    onError: (error) => void sayFailed(error),
  });
  const isWaiting = query.data?.find(({ id }) => id === offered?.kiosk.id)?.state ?? "waiting";
  const add = (
    <Button look="quiet" icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setNaming(true)}>
      Vincular equipo
    </Button>
  );
  return (
    <Panel title="Equipos de portería" action={query.data?.length ? add : null}>
      {offered !== null && isWaiting === "waiting" ? (
        <PairingCode offered={offered} timeZone={timeZone} />
      ) : null}
      <ListStates
        query={query}
        isEmpty={(kiosks) => kiosks.length === 0}
        skeleton={<CardSkeletons areRows picture="icon" lines={4} />}
        empty={{
          title: "Esta portería todavía no tiene equipos.",
          hint: "Una tableta o un computador que queda en la portería, sin la contraseña de nadie.",
          icon: <IconDeviceTablet size={32} stroke={1.6} />,
          action: <Button onClick={() => setNaming(true)}>Vincular equipo</Button>,
        }}
      >
        {(kiosks) => (
          <ul className={rows["list"]}>
            {kiosks.map((kiosk) => (
              <li key={kiosk.id}>
                <Kiosk
                  buildingId={buildingId}
                  kiosk={kiosk}
                  timeZone={timeZone}
                  onGone={() => setOffered((one) => (one?.kiosk.id === kiosk.id ? null : one))}
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Modal isOpen={isNaming} title="Vincular equipo" onClose={() => setNaming(false)} narrow>
        {isNaming ? (
          <NameForm isOffering={offer.isPending} onName={offer.mutate} onClose={() => setNaming(false)} />
        ) : null}
      </Modal>
    </Panel>
  );
}

interface NameFormProps {
  isOffering: boolean;
  /** `leave` closes the dialog that this form stands in, and no other. */
  onName(named: { name: string; leave(): void }): void;
  onClose(): void;
}

function NameForm({ isOffering, onName, onClose }: NameFormProps) {
  const leave = useWhileHere(onClose);
  const { form, text, submit } = useForm({ name: "Portería" }, ({ name }) => ({
    name: required(name, fieldSentences.required),
  }));
  return (
    <Form ref={form} onSubmit={submit(({ name }) => onName({ name: name.trim(), leave }))}>
      <TextField
        {...text("name")}
        label="Nombre"
        hint="Así lo ven los residentes cuando llama: 'Portería', 'Portería de la calle 85'."
        autoComplete="off"
        maxLength={60}
      />
      <Button type="submit" wide loading={isOffering}>
        Crear código
      </Button>
    </Form>
  );
}

function PairingCode({ offered: { code, kiosk }, timeZone }: { offered: Offered; timeZone: string }) {
  return (
    <section className={css["pairing"]} aria-label={`Código para ${kiosk.name}`}>
      <p>
        En el equipo abre <strong>{`${window.location.host}${paths.pairKiosk}`}</strong> y escribe este
        código. Sirve una vez y no se vuelve a mostrar.
      </p>
      <p className={css["code"]} data-pairing-code>
        {`${code.slice(0, 4)} ${code.slice(4)}`}
      </p>
      {kiosk.pairingExpiresAt === null ? null : (
        <p className={rows["soft"]}>Vence a {sayTime(kiosk.pairingExpiresAt, timeZone)}.</p>
      )}
    </section>
  );
}

const stateWords: Record<KioskState["state"], string> = {
  waiting: "Espera su código",
  expired: "El código venció",
  connected: "Conectado",
  away: "Sin conexión",
};

interface KioskProps {
  buildingId: string;
  kiosk: KioskState;
  timeZone: string;
  /** Its code is good for nothing any more. */
  onGone(): void;
}

function Kiosk({ buildingId, kiosk, timeZone, onGone }: KioskProps) {
  const { name, state, device, shift, createdAt, pairedAt, lastSeenAt } = kiosk;
  const takeBack = useIrrevocable({
    question: {
      title: `¿Retirar ${name}?`,
      text:
        pairedAt === null
          ? "Su código deja de servir."
          : "Deja de funcionar de inmediato, con el turno que esté en curso. Para usarlo otra vez hay que vincularlo.",
    },
    act: async () => {
      await takeKioskBack(buildingId, kiosk.id);
      onGone();
    },
    done: `${name} ya no es de la portería.`,
  });
  return (
    <article className={rows["item"]} aria-label={name}>
      <IconDeviceTablet aria-hidden="true" size={30} stroke={1.6} />
      <div className={rows["facts"]}>
        <h3>{name}</h3>
        <p className={rows[state === "connected" ? "good" : "warn"]}>
          {stateWords[state]}
          {state === "away" && lastSeenAt !== null
            ? ` · visto por última vez el ${formatDate(lastSeenAt, timeZone)}`
            : ""}
        </p>
        <p className={rows["soft"]}>
          {pairedAt === null
            ? `Creado el ${formatDate(createdAt, timeZone)}`
            : `${device ?? "Equipo"} · vinculado el ${formatDate(pairedAt, timeZone)}`}
        </p>
        {pairedAt === null ? null : (
          <p>
            {shift === null
              ? "Nadie está de turno."
              : `De turno: ${shift.name}, desde el ${formatDate(shift.since, timeZone)}.`}
          </p>
        )}
      </div>
      <Button
        look="destructive"
        aria-label={`Retirar ${name}`}
        loading={takeBack.isPending}
        onClick={takeBack.ask}
      >
        Retirar
      </Button>
    </article>
  );
}
