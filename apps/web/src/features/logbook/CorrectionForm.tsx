import { useMutation } from "@tanstack/react-query";
import { type LogbookLine, NOTE_MOST } from "@umbral/contract/logbook/logbook.contract";
import { usePress } from "../../lib/usePress.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./Logbook.module.css";
import { factsOf, titleOf } from "./line-words.ts";
import { refreshLogbook, sendCorrection } from "./logbook.api.ts";

interface CorrectionFormProps {
  buildingId: string;
  line: LogbookLine;
  onDone(): void;
}

/** Says of a line what is right. The line stays as it is, with this beside it. */
export function CorrectionForm({ buildingId, line, onDone }: CorrectionFormProps) {
  const leave = useWhileHere(onDone);
  const nameOf = usePress();
  const { form, text, submit } = useForm({ said: "" }, ({ said }) => ({
    said: required(said, "* Debes escribir qué es lo correcto"),
  }));
  const send = useMutation({
    mutationFn: (text: string) => sendCorrection(buildingId, line.id, { requestId: nameOf(text), text }),
    onSuccess: () => {
      notify("La corrección quedó en la minuta.", "good");
      void refreshLogbook(buildingId);
      leave();
    },
    onError: (error) => void sayFailed(error),
  });
  return (
    <Form ref={form} onSubmit={submit(({ said }) => send.mutate(said.trim()))}>
      <p className={css["soft"]}>
        {titleOf(line)}
        {line.text === null ? "" : `: ${line.text}`} · {factsOf(line)}
      </p>
      <TextField
        {...text("said")}
        label="Qué es lo correcto"
        hint="Nada se borra de la minuta: la corrección queda al lado."
        maxLength={NOTE_MOST}
        autoComplete="off"
      />
      <Button type="submit" wide loading={send.isPending}>
        Corregir
      </Button>
    </Form>
  );
}
