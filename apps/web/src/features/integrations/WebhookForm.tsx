import { useMutation } from "@tanstack/react-query";
import { OutsideEventKind } from "@umbral/contract/integrations/outside-events.contract";
import type { Webhook } from "@umbral/contract/integrations/webhooks.contract";
import { useId, useState } from "react";
import { sendChanged } from "../../lib/changed-values.ts";
import { CallRefused } from "../../lib/failures.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { toggled } from "../../lib/toggled.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { CheckField, FieldError, TextField } from "../../ui/fields.tsx";
import { FieldGroup, Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { kindWords } from "./integration-words.ts";
import { changeWebhookAt, makeWebhookAt, type WebhookFields } from "./integrations.api.ts";

interface Values extends Record<string, unknown> {
  name: string;
  address: string;
  kinds: readonly OutsideEventKind[];
  tellsNames: boolean;
  isOn: boolean;
}

interface WebhookFormProps {
  buildingId: string;
  /** Null for a new one. */
  webhook: Webhook | null;
  /** With the secret of a new one. */
  onDone(secret: string | null): void;
}

const valuesOf = (webhook: Webhook | null): Values => ({
  name: webhook?.name ?? "",
  address: webhook?.address ?? "https://",
  kinds: webhook?.kinds ?? ["opened", "rang", "alarm", "forced", "held"],
  tellsNames: webhook?.tellsNames ?? false,
  isOn: webhook === null || webhook.state === "on" || webhook.state === "failing",
});

const fieldsOf = ({ name, address, kinds, tellsNames }: Values): WebhookFields => ({
  name: name.trim(),
  address: address.trim(),
  kinds: [...kinds],
  tellsNames,
});

/** Where to, what of, and whether with names. */
export function WebhookForm({ buildingId, webhook, onDone }: WebhookFormProps) {
  const kindsId = useId();
  /** The address that the server did not take: said at its field for as long as it is the same. */
  const [refused, setRefused] = useState<{ address: string; sentence: string } | null>(null);
  const [began] = useState(() => valuesOf(webhook));
  const { form, text, values, errors, set, submit, focusWrong } = useForm<Values>(
    began,
    ({ name, address, kinds }) => ({
      name: required(name, fieldSentences.required),
      address: required(address.replace("https://", ""), fieldSentences.required),
      kinds: kinds.length === 0 ? "* Elige al menos un aviso" : undefined,
    }),
  );
  const saving = useMutation({
    mutationFn: async (given: Values) => {
      if (webhook === null) {
        return (await makeWebhookAt(buildingId, fieldsOf(given))).secret;
      }
      await sendChanged(
        { ...fieldsOf(began), isOn: began.isOn },
        { ...fieldsOf(given), isOn: given.isOn },
        (changed) => changeWebhookAt(buildingId, webhook.id, changed),
      );
      return null;
    },
    onSuccess: onDone,
    onError: (error, { address }) => {
      if (error instanceof CallRefused && error.code === "WEBHOOK_ADDRESS_NOT_VALID") {
        setRefused({ address, sentence: `* ${error.message.replace(/\.$/, "")}` });
        focusWrong();
      } else {
        void sayFailed(error);
      }
    },
  });
  return (
    <Form
      ref={form}
      onSubmit={submit((given) => saving.mutate(given))}
      foot={
        <Button type="submit" wide loading={saving.isPending}>
          {webhook === null ? "Crear webhook" : "Guardar cambios"}
        </Button>
      }
    >
      <TextField {...text("name")} label="Nombre" autoComplete="off" maxLength={60} />
      <TextField
        {...text("address")}
        error={errors.address ?? (refused?.address === values.address ? refused.sentence : undefined)}
        label="Dirección"
        hint="La de tu servidor, pública y con https://."
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
      />
      <FieldGroup legend="Avisar de">
        {OutsideEventKind.options.map((kind) => (
          <CheckField
            key={kind}
            checked={values.kinds.includes(kind)}
            wrongBy={errors.kinds === undefined ? undefined : kindsId}
            onChange={(isChosen) => set("kinds", toggled(values.kinds, kind, isChosen))}
          >
            {kindWords[kind]}
          </CheckField>
        ))}
        <FieldError id={kindsId} error={errors.kinds} />
      </FieldGroup>
      <CheckField checked={values.tellsNames} onChange={(tellsNames) => set("tellsNames", tellsNames)}>
        Con los nombres de las personas, que salen de Umbral hacia esa dirección
      </CheckField>
      {webhook === null ? null : (
        <CheckField checked={values.isOn} onChange={(isOn) => set("isOn", isOn)}>
          Activo
        </CheckField>
      )}
    </Form>
  );
}
