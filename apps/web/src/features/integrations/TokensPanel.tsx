import { IconKey, IconPlus } from "@tabler/icons-react";
import type { ApiToken } from "@umbral/contract/integrations/tokens.contract";
import { useState } from "react";
import { formatDate, formatDay } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import css from "../../ui/PlainRows.module.css";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useIrrevocable } from "../../ui/useIrrevocable.ts";
import { rightWords } from "./integration-words.ts";
import { takeBackToken, useTokens } from "./integrations.api.ts";
import type { IntegrationsProps } from "./integrations-props.ts";
import { SecretOnce } from "./SecretOnce.tsx";
import { TokenForm } from "./TokenForm.tsx";

/** 'Tokens': what programs come in with, and the way to make one and to take one back. */
export function TokensPanel({ buildingId, timeZone }: IntegrationsProps) {
  const query = useTokens(buildingId);
  const [isMaking, setMaking] = useState(false);
  /** Shown once: it is nowhere else, and gone with this screen. */
  const [secret, setSecret] = useState<string | null>(null);
  const make = (
    <Button look="quiet" icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setMaking(true)}>
      Crear token
    </Button>
  );
  return (
    <Panel title="Tokens" action={query.data?.length ? make : null}>
      {secret === null ? null : (
        <SecretOnce
          label="Token nuevo"
          words="Guárdalo ahora: no se vuelve a mostrar. Quien lo tenga puede hacer lo que le permitiste."
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <ListStates
        query={query}
        isEmpty={(tokens) => tokens.length === 0}
        skeleton={<CardSkeletons areRows lines={4} />}
        empty={{
          title: "Ningún programa entra todavía.",
          hint: "Un token deja que otro programa, como tu domótica, lea o abra lo que elijas de este edificio.",
          icon: <IconKey size={32} stroke={1.6} />,
          action: <Button onClick={() => setMaking(true)}>Crear token</Button>,
        }}
      >
        {(tokens) => (
          <ul className={css["list"]}>
            {tokens.map((token) => (
              <li key={token.id}>
                <Token buildingId={buildingId} token={token} timeZone={timeZone} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Modal isOpen={isMaking} title="Crear token" onClose={() => setMaking(false)}>
        {isMaking ? (
          <TokenForm
            buildingId={buildingId}
            timeZone={timeZone}
            onMade={(made) => {
              setSecret(made);
              setMaking(false);
              void refreshEverything();
            }}
          />
        ) : null}
      </Modal>
    </Panel>
  );
}

function Token({ buildingId, token, timeZone }: { buildingId: string; token: ApiToken; timeZone: string }) {
  const { id, name, prefix, rights, doors, createdAt, expiresAt, isExpired, lastUsedAt, lastUsedFrom } =
    token;
  const takeBack = useIrrevocable({
    question: {
      title: `¿Retirar el token ${name}?`,
      text: "El programa que lo usa deja de entrar de inmediato.",
    },
    act: () => takeBackToken(buildingId, id),
    done: `El token ${name} ya no sirve.`,
  });
  return (
    <article className={css["item"]} aria-label={name}>
      <div className={css["facts"]}>
        <h3>{name}</h3>
        {isExpired ? <p className={css["warn"]}>Vencido</p> : null}
        <p>{rights.map((right) => rightWords[right]).join(" · ")}</p>
        {doors.length === 0 ? null : <p>Abre: {doors.map((door) => door.name).join(", ")}</p>}
        <p className={css["soft"]}>
          {prefix}… · creado el {formatDay(createdAt, timeZone)}
          {expiresAt === null ? " · sin vencimiento" : ` · vence el ${formatDay(expiresAt, timeZone)}`}
        </p>
        <p className={css["soft"]}>
          {lastUsedAt === null
            ? "Nadie lo ha usado."
            : `Usado por última vez el ${formatDate(lastUsedAt, timeZone)} desde ${lastUsedFrom ?? "otra parte"}.`}
        </p>
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
