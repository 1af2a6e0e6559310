import { IconExternalLink, IconPrinter, IconQrcode, IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { EntranceSign } from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { clockWords } from "@umbral/contract/lib/date-words";
import type { DayHours } from "@umbral/contract/lib/weekly-hours";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { DayHoursFields } from "../../ui/DayHoursFields.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { ButtonSkeletons, FieldSkeletons } from "../../ui/FormSkeletons.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { CheckField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions, Form, Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { useForm } from "../../ui/useForm.ts";
import { dayHoursErrors } from "../../ui/weekly-hours.ts";
import css from "./EntranceSign.module.css";
import { changeSign, renewSign, useEntranceSign } from "./entrance-sign.api.ts";
import { PrintedSheet, SignSheet } from "./SignSheet.tsx";

/** 'Letrero de la entrada': what is printed and hung at the entrance, when it rings, and the way to make it anew. */
export function SignTab({ buildingId }: { buildingId: string }) {
  const query = useEntranceSign(buildingId);
  const make = useMutation({
    mutationFn: () => renewSign(buildingId),
    onError: (error) => void sayFailed(error),
  });
  return (
    <Panel title="Letrero de la entrada">
      <ListStates
        query={query}
        skeleton={<Shape />}
        isEmpty={({ sign }) => sign === null}
        empty={{
          title: "Este edificio todavía no tiene letrero.",
          hint: "Un código impreso en la entrada: quien llega timbra en un apartamento o en portería desde su celular, sin cuenta.",
          icon: <IconQrcode size={32} stroke={1.6} />,
          action: (
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              Hacer el letrero
            </Button>
          ),
        }}
      >
        {({ sign, buildingName }) =>
          sign === null ? null : <Made buildingId={buildingId} buildingName={buildingName} sign={sign} />
        }
      </ListStates>
    </Panel>
  );
}

/** The sheet, and its settings. */
const Shape = () => (
  <div className={css["made"]}>
    <Skeleton height="24rem" />
    <div className={css["settings"]}>
      <Skeleton width="10rem" height="var(--um-touch)" />
      <FieldSkeletons count={2} />
      <ButtonSkeletons count={3} />
    </div>
  </div>
);

interface MadeProps {
  buildingId: string;
  buildingName: string;
  sign: EntranceSign;
}

function Made({ buildingId, buildingName, sign }: MadeProps) {
  const turn = useMutation({
    // Of two quick presses the later one has the last word.
    scope: { id: `entrance-sign-${buildingId}` },
    mutationFn: (isOn: boolean) => changeSign(buildingId, { isOn }),
    onError: (error) => void sayFailed(error),
  });
  const renew = async () => {
    const isSure = await dialogs.confirm({
      title: "¿Renovar el código?",
      text: "El letrero que está impreso deja de funcionar enseguida. Tendrás que imprimir y colgar el nuevo.",
      irrevocable: true,
    });
    if (isSure) {
      await renewSign(buildingId).then(() => notify("Imprime el letrero nuevo."), sayFailed);
    }
  };
  return (
    <div className={css["made"]}>
      <div className={css["preview"]}>
        <SignSheet buildingName={buildingName} address={sign.address} />
      </div>
      <PrintedSheet buildingName={buildingName} address={sign.address} />
      <div className={css["settings"]}>
        <CheckField
          checked={turn.isPending ? turn.variables : sign.isOn}
          onChange={(isOn) => turn.mutate(isOn)}
        >
          El letrero timbra
        </CheckField>
        <Hours key={`${sign.hours.from} ${sign.hours.to}`} buildingId={buildingId} hours={sign.hours} />
        <Actions fills>
          <Button icon={<IconPrinter aria-hidden="true" size={20} />} onClick={() => window.print()}>
            Imprimir
          </Button>
          <a className={css["try"]} href={sign.address} target="_blank" rel="noreferrer noopener">
            <IconExternalLink aria-hidden="true" size={20} />
            Probar
          </a>
          <Button
            look="destructive"
            icon={<IconRefresh aria-hidden="true" size={20} />}
            onClick={() => void renew()}
          >
            Renovar el código
          </Button>
        </Actions>
        <p className={css["soft"]}>
          En la página están los apartamentos por su nombre, y nadie más. Suena como 'Visitante sin
          verificar', solo en dispositivos conectados. Cada hogar puede apagarlo en Llamadas.
        </p>
      </div>
    </div>
  );
}

function Hours({ buildingId, hours }: { buildingId: string; hours: DayHours }) {
  const { form, values, set, errors, submit } = useForm({ from: hours.from, to: hours.to }, dayHoursErrors);
  const [isSaving, setSaving] = useState(false);
  const isOther = values.from !== hours.from || values.to !== hours.to;
  const save = async (changed: DayHours) => {
    setSaving(true);
    await changeSign(buildingId, { hours: changed }).then(() => notify("Horario guardado."), sayFailed);
    setSaving(false);
  };
  return (
    <Form ref={form} onSubmit={submit((changed) => void save(changed))}>
      <p className={css["soft"]}>
        {hours.from === hours.to
          ? "Suena a toda hora."
          : `Suena de ${clockWords(hours.from)} a ${clockWords(hours.to)}, hora del edificio.`}
      </p>
      <DayHoursFields
        hours={values}
        onChange={({ from, to }) => {
          if (from !== undefined) {
            set("from", from);
          }
          if (to !== undefined) {
            set("to", to);
          }
        }}
        fromLabel="Suena desde"
        wrong={errors}
      />
      {isOther ? (
        <Button type="submit" look="quiet" loading={isSaving}>
          Guardar horario
        </Button>
      ) : null}
    </Form>
  );
}
