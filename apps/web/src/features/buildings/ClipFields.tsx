import type { ClipCause } from "@umbral/contract/clips/clip-wire.contract";
import type { ComponentProps } from "react";
import { CheckField, TextField } from "../../ui/fields.tsx";
import { FieldGroup } from "../../ui/Panel.tsx";

export const isClipDays = (written: string): boolean =>
  /^\d{1,2}$/.test(written) && Number(written) >= 1 && Number(written) <= 90;

/** What may be fetched by itself, as it stands on the form. */
const choices: readonly { cause: ClipCause; words: string }[] = [
  { cause: "opening", words: "Puertas que se abren" },
  { cause: "intrusion", words: "Eventos de intrusión" },
  { cause: "ring", words: "Llamadas desde la entrada" },
  { cause: "alarm", words: "Alertas" },
];

/** Whether the cameras' seconds around what happens are kept, for how long, and of what they come here by themselves. */
export function ClipFields({
  keepsClips,
  fetched,
  days,
  onKeeps,
  onFetched,
}: {
  keepsClips: boolean;
  fetched: readonly ClipCause[];
  days: Omit<ComponentProps<typeof TextField>, "label">;
  onKeeps: (keeps: boolean) => void;
  onFetched: (causes: readonly ClipCause[]) => void;
}) {
  return (
    <FieldGroup legend="Clips de video">
      <CheckField checked={keepsClips} onChange={onKeeps}>
        Guardar un clip de las cámaras cuando pasa algo: 8 segundos antes y 20 después
      </CheckField>
      {keepsClips ? (
        <>
          <TextField
            {...days}
            label="Días que se guardan los clips"
            hint="El controlador los guarda en su disco; aquí llegan cuando alguien los abre."
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
          />
          <p>Traer siempre al servidor, aunque nadie los abra:</p>
          {choices.map(({ cause, words }) => (
            <CheckField
              key={cause}
              checked={fetched.includes(cause)}
              onChange={(isFetched) =>
                onFetched(isFetched ? [...fetched, cause] : fetched.filter((each) => each !== cause))
              }
            >
              {words}
            </CheckField>
          ))}
        </>
      ) : null}
    </FieldGroup>
  );
}
