import { IconPlugConnected } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
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
  /** A person says that the certificate that was shown is the device's. */
  onTrust(certificate: string): void;
  /** Of a new door, where the building has several; otherwise the device's own is asked. */
  controllerId?: string;
}

/** Asks the building's controller whether the relay is there as it stands in the form. Nothing moves. */
export function RelayTrial({ buildingId, values, keptOf, onTrust, controllerId = "" }: RelayTrialProps) {
  const relay = relayOf(values);
  const mistake = Object.values(relayErrors(values)).find((error) => error !== undefined);
  const trial = useMutation({
    mutationFn: (given: NonNullable<typeof relay>) => tryRelayAt(buildingId, given, { keptOf, controllerId }),
  });
  if (relay?.kind !== "http") {
    return null;
  }
  // What was learned of another address is no news of this one.
  const isOfThis = JSON.stringify(trial.variables) === JSON.stringify(relay);
  const said = isOfThis ? trial.data?.sentence : undefined;
  const failed = isOfThis && trial.error ? sentenceFor(trial.error) : undefined;
  const isGood = isOfThis && trial.data?.isReached === true;
  const shown = isOfThis && !trial.isPending ? trial.data?.certificate : undefined;
  const typed = values.openAddress.length > SCHEME_LETTERS ? mistake?.replace("* ", "") : undefined;
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
        {trial.isPending ? "Probando el relé…" : (typed ?? said ?? failed ?? IDLE)}
      </p>
      {shown === undefined ? null : (
        <Button look="quiet" onClick={() => onTrust(shown)}>
          Confiar en el certificado {shortened(shown)}
        </Button>
      )}
    </div>
  );
}

const IDLE = "El controlador busca el relé y comprueba su contraseña. La puerta no se mueve.";
/** `http://`: before that nobody has come to what can be wrong. */
const SCHEME_LETTERS = 7;
