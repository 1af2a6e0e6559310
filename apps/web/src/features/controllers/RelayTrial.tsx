import { IconPlugConnected } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { shortened } from "./RelayDetails.tsx";
import css from "./RelayTrial.module.css";
import { tryRelayAt } from "./relay.api.ts";
import { type RelayValues, relayErrors, relayOf } from "./relay-values.ts";

interface RelayTrialProps {
  buildingId: string;
  values: RelayValues;
  /** The door whose kept passwords `***` stands for, or the building's siren. */
  keptOf: string | undefined;
  /** Where the relay hangs on a board: its place is not of the relay's own fields. */
  board?: { relay: RelayDriver; mistake: string | undefined } | undefined;
  /** A person says that the certificate that was shown is the device's. */
  onTrust(certificate: string): void;
  /** Of a new door, where the building has several; otherwise the device's own is asked. */
  controllerId?: string;
}

/** Asks the building's controller whether the relay is there as it stands in the form. Nothing moves. */
export function RelayTrial({
  buildingId,
  values,
  keptOf,
  board,
  onTrust,
  controllerId = "",
}: RelayTrialProps) {
  const relay = board ? board.relay : relayOf(values);
  const mistake = board
    ? board.mistake
    : Object.values(relayErrors(values)).find((error) => error !== undefined);
  const trial = useMutation({
    mutationFn: (given: NonNullable<typeof relay>) => tryRelayAt(buildingId, given, { keptOf, controllerId }),
  });
  if (relay === null) {
    return null;
  }
  if (relay.kind === "simulated") {
    return <p className={css["said"]}>Un relé simulado no tiene equipo que probar sin mover.</p>;
  }
  // What was learned of another address is no news of this one.
  const isOfThis = JSON.stringify(trial.variables) === JSON.stringify(relay);
  const said = isOfThis ? trial.data?.sentence : undefined;
  const failed = isOfThis && trial.error ? sentenceFor(trial.error) : undefined;
  const isGood = isOfThis && trial.data?.isReached === true;
  const shown = isOfThis && !trial.isPending ? trial.data?.certificate : undefined;
  const typed =
    relay.kind === "http" && values.openAddress.length > SCHEME_LETTERS
      ? mistake?.replace("* ", "")
      : undefined;
  return (
    <div className={css["trial"]} aria-busy={trial.isPending}>
      <Button
        look="quiet"
        icon={<IconPlugConnected aria-hidden="true" size={20} />}
        disabled={mistake !== undefined}
        loading={trial.isPending}
        onClick={() => trial.mutate(relay)}
      >
        Probar sin mover
      </Button>
      <p role="status" className={css["said"]} data-good={isGood}>
        {trial.isPending ? "Probando el relé…" : (typed ?? said ?? failed ?? idle[relay.kind])}
      </p>
      {shown === undefined ? null : (
        <Button look="quiet" onClick={() => onTrust(shown)}>
          Confiar en el certificado {shortened(shown)}
        </Button>
      )}
    </div>
  );
}

const idle = {
  http: "El controlador busca el relé y comprueba su contraseña. No lo mueve.",
  gpio: "El controlador mira si el pin está y si lo puede usar. No lo toca.",
  uhppote: "El controlador le pregunta a la placa cómo está. La puerta no se mueve.",
} as const;
/** `http://`: before that nobody has come to what can be wrong. */
const SCHEME_LETTERS = 7;
