import { IconKey, IconPlus } from "@tabler/icons-react";
import type { Passkey } from "@umbral/contract/auth/passkeys.contract";
import { useState } from "react";
import { formatDate, formatDay } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { AddPasskey, RemovePasskey } from "./PasskeyForms.tsx";
import { worksHere } from "./passkey-device.ts";
import { usePasskeys } from "./passkeys.api.ts";
import css from "./Security.module.css";

/** An administrator's keys: a second step that needs no code. */
export function PasskeysCard() {
  const query = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  // Recovery codes that are shown this once are not closed over by a slip.
  const [isMaking, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <section className={css["card"]} aria-labelledby="passkeys-card">
      <h2 id="passkeys-card">Llaves de acceso</h2>
      <p className={css["soft"]}>
        Al iniciar sesión, después de tu contraseña, usas tu huella, tu cara o una llave USB en lugar del
        código.
      </p>
      <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
        {({ passkeys, address }) => (
          <>
            {passkeys.length === 0 ? null : (
              <ul>
                {passkeys.map((passkey) => (
                  <Key key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
                ))}
              </ul>
            )}
            {address !== null && worksHere(new URL(address).hostname) ? (
              <Button
                look="quiet"
                icon={<IconPlus aria-hidden="true" size={20} />}
                onClick={() => setAdding(true)}
              >
                Agregar una llave de acceso
              </Button>
            ) : (
              <p className={css["soft"]}>{whyNot(address)}</p>
            )}
          </>
        )}
      </ListStates>
      <Modal
        isOpen={isAdding}
        title="Agregar una llave de acceso"
        onClose={isMaking ? undefined : () => setAdding(false)}
        narrow
      >
        <AddPasskey onDone={() => setAdding(false)} onMaking={setMaking} />
      </Modal>
      <Modal
        isOpen={removing !== null}
        title="¿Quitar esta llave de acceso?"
        onClose={() => setRemoving(null)}
        narrow
      >
        {removing === null ? null : <RemovePasskey passkey={removing} onDone={() => setRemoving(null)} />}
      </Modal>
    </section>
  );
}

function whyNot(address: string | null): string {
  return address === null
    ? "Para agregar una, Umbral necesita una dirección propia con https."
    : `Para agregar una, abre Umbral en ${address} con un navegador reciente.`;
}

function Key({ passkey: { name, createdAt, lastUsedAt }, onRemove }: { passkey: Passkey; onRemove(): void }) {
  return (
    <li className={css["session"]}>
      <IconKey aria-hidden="true" size={28} stroke={1.6} />
      <div className={css["facts"]}>
        <strong>{name}</strong>
        <span className={css["soft"]}>Agregada el {formatDay(createdAt)}</span>
        <span className={css["soft"]}>
          {lastUsedAt === null ? "Sin usar todavía" : `Último uso: ${formatDate(lastUsedAt)}`}
        </span>
      </div>
      <Button look="destructive" aria-label={`Quitar la llave ${name}`} onClick={onRemove}>
        Quitar
      </Button>
    </li>
  );
}
