import { billWords } from "@umbral/contract/parcels/parcel-words";
import type { BillKind } from "@umbral/contract/parcels/parcels.contract";
import { type FormEvent, useState } from "react";
import { keyIn } from "../../lib/key-in.ts";
import { usePress } from "../../lib/usePress.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsByName, optionsOfWords } from "../../ui/options.ts";
import { Actions, Form } from "../../ui/Panel.tsx";
import { SuggestedField } from "./ParcelFields.tsx";
import { refreshParcels, sendBills } from "./parcels.api.ts";

interface ReceiveBillsProps {
  buildingId: string;
  places: readonly string[];
  towers: readonly { id: string; name: string }[];
  onDone(): void;
}

/** One bill for every home, of the building or of a tower. */
export function ReceiveBills({ buildingId, places, towers, onDone }: ReceiveBillsProps) {
  const leave = useWhileHere(onDone);
  const [bill, setBill] = useState<BillKind>("electricity");
  const [towerId, setTower] = useState("");
  const [place, setPlace] = useState("");
  const [isGoing, setGoing] = useState(false);
  const nameOf = usePress();
  const send = async () => {
    setGoing(true);
    try {
      const { count } = await sendBills(buildingId, {
        requestId: nameOf(`${bill} ${towerId}`),
        bill,
        towerId: towerId === "" ? null : towerId,
        place,
      });
      // Of homes where nobody lives there is one too.
      notify(
        count === 1
          ? "Recibidos para 1 apartamento. Avisamos a quienes viven en él."
          : `Recibidos para ${count} apartamentos. Avisamos a quienes viven en ellos.`,
        "good",
      );
      leave();
    } catch (error) {
      setGoing(false);
      await sayFailed(error);
    }
    await refreshParcels(buildingId);
  };
  return (
    <Form
      isUnsaved={towerId !== "" || place !== ""}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isGoing) {
          void send();
        }
      }}
      foot={
        <Actions fills>
          <Button type="submit" loading={isGoing}>
            Recibir y avisar
          </Button>
        </Actions>
      }
    >
      <SelectField
        label="Qué recibo"
        value={bill}
        onChange={(chosen) => setBill(keyIn(billWords, chosen) ?? bill)}
        options={optionsOfWords(billWords)}
      />
      <SelectField
        label="Para quién"
        value={towerId}
        onChange={setTower}
        options={[{ value: "", label: "Todo el edificio" }, ...optionsByName(towers)]}
      />
      <SuggestedField label="Dónde quedan (opcional)" words={places} value={place} onChange={setPlace} />
    </Form>
  );
}
