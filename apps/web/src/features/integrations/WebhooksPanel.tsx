import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Webhook } from "@umbral/contract/integrations/webhooks.contract";
import { useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Panel } from "../../ui/Panel.tsx";
import rows from "../../ui/PlainRows.module.css";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useIrrevocable } from "../../ui/useIrrevocable.ts";
import css from "./Integrations.module.css";
import { kindWords, webhookStateWords } from "./integration-words.ts";
import { deleteWebhookAt, renewSecretOf, tryWebhookAt, useWebhooks } from "./integrations.api.ts";
import type { IntegrationsProps } from "./integrations-props.ts";
import { SecretOnce } from "./SecretOnce.tsx";
import { WebhookForm } from "./WebhookForm.tsx";

/** 'Webhooks': addresses that are told what happens. */
export function WebhooksPanel({ buildingId, timeZone }: IntegrationsProps) {
  const query = useWebhooks(buildingId);
  const [edited, setEdited] = useState<Webhook | "new" | null>(null);
  /** Shown once: it is nowhere else, and gone with this screen. */
  const [secret, setSecret] = useState<string | null>(null);
  const make = (
    <Button look="quiet" icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setEdited("new")}>
      Crear webhook
    </Button>
  );
  return (
    <Panel title="Webhooks" action={query.data?.length ? make : null}>
      {secret === null ? null : (
        <SecretOnce
          label="Secreto nuevo"
          words="Con este secreto tu servidor comprueba que un mensaje es de Umbral. Guárdalo ahora: no se vuelve a mostrar."
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <ListStates
        query={query}
        isEmpty={(webhooks) => webhooks.length === 0}
        skeleton={<CardSkeletons areRows lines={4} />}
        empty={{
          title: "A nadie se le avisa todavía.",
          hint: "Un webhook le cuenta a tu servidor, en el momento, lo que pasa en este edificio.",
          icon: <IconWebhook size={32} stroke={1.6} />,
          action: <Button onClick={() => setEdited("new")}>Crear webhook</Button>,
        }}
      >
        {(webhooks) => (
          <ul className={rows["list"]}>
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <OneWebhook
                  buildingId={buildingId}
                  webhook={webhook}
                  timeZone={timeZone}
                  onChange={() => setEdited(webhook)}
                  onSecret={setSecret}
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Modal
        isOpen={edited !== null}
        title={edited === "new" ? "Crear webhook" : "Cambiar webhook"}
        onClose={() => setEdited(null)}
      >
        {edited === null ? null : (
          <WebhookForm
            buildingId={buildingId}
            webhook={edited === "new" ? null : edited}
            onDone={(made) => {
              setSecret(made ?? secret);
              setEdited(null);
              void refreshEverything();
            }}
          />
        )}
      </Modal>
    </Panel>
  );
}

interface OneWebhookProps {
  buildingId: string;
  webhook: Webhook;
  timeZone: string;
  onChange(): void;
  onSecret(secret: string): void;
}

function OneWebhook({ buildingId, webhook, timeZone, onChange, onSecret }: OneWebhookProps) {
  const { id, name, address, kinds, tellsNames, state, since, oldUntil } = webhook;
  const trial = useMutation({
    mutationFn: () => tryWebhookAt(buildingId, id),
    onSuccess: async () => {
      await refreshEverything();
      notify("La prueba va en camino: mira abajo si llegó.", "good");
    },
    onError: (error) => void sayFailed(error),
  });
  const renewal = useIrrevocable({
    question: {
      title: `¿Crear un secreto nuevo para ${name}?`,
      text:
        state === "secret-lost"
          ? "El de antes ya no se puede usar: los mensajes vuelven a salir cuando actives el webhook."
          : "El de ahora sirve un día más, para que alcances a cambiarlo en tu servidor.",
    },
    act: () => renewSecretOf(buildingId, id),
    done: (renewed) => onSecret(renewed.secret),
  });
  const deletion = useIrrevocable({
    question: { title: `¿Eliminar el webhook ${name}?`, text: "Deja de recibir mensajes de inmediato." },
    act: () => deleteWebhookAt(buildingId, id),
    done: `El webhook ${name} ya no existe.`,
  });
  return (
    <article className={rows["item"]} aria-label={name}>
      <div className={rows["facts"]}>
        <h3>{name}</h3>
        <p className={rows[state === "on" ? "good" : "warn"]}>
          {webhookStateWords[state]}
          {since === null ? "" : `, desde el ${formatDate(since, timeZone)}`}
        </p>
        {state === "secret-lost" ? (
          <p>Crea un secreto nuevo, ponlo en tu servidor y activa el webhook en 'Cambiar'.</p>
        ) : null}
        <p>{address}</p>
        <p className={rows["soft"]}>
          {kinds.map((kind) => kindWords[kind]).join(" · ")}
          {tellsNames ? " · con nombres de personas" : ""}
        </p>
        {oldUntil === null ? null : (
          <p className={rows["soft"]}>
            El secreto anterior también sirve hasta el {formatDate(oldUntil, timeZone)}.
          </p>
        )}
      </div>
      <div className={css["acts"]}>
        {state === "on" || state === "failing" ? (
          <Button
            look="quiet"
            aria-label={`Enviar prueba a ${name}`}
            loading={trial.isPending}
            onClick={() => trial.mutate()}
          >
            Enviar prueba
          </Button>
        ) : null}
        <Button look="quiet" aria-label={`Cambiar ${name}`} onClick={onChange}>
          Cambiar
        </Button>
        <Button
          look="destructive"
          aria-label={`Secreto nuevo para ${name}`}
          loading={renewal.isPending}
          onClick={renewal.ask}
        >
          Secreto nuevo
        </Button>
        <Button
          look="destructive"
          aria-label={`Eliminar ${name}`}
          loading={deletion.isPending}
          onClick={deletion.ask}
        >
          Eliminar
        </Button>
      </div>
    </article>
  );
}
