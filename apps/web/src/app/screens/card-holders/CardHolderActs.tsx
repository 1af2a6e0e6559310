import type { CardHolder } from "@umbral/contract/users/card-holders.contract";
import { useState } from "react";
import { SuspendCards } from "../../../features/cards/index.ts";
import { validationSentence } from "../../../lib/validation-sentence.ts";
import { Button } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { notify } from "../../../ui/notices.ts";
import { ExportChosen } from "../../../ui/table/ExportChosen.tsx";
import { oneByOne } from "../../../ui/table/one-by-one.ts";
import { sayRefused } from "../../../ui/table/refused-rows.ts";
import { holdersWords, removalOfManyQuestion } from "./card-holder-words.ts";
import { downloadCardHolders, dropCardHolder, refreshCardHolders } from "./card-holders.api.ts";

interface CardHolderActsProps {
  buildingId: string;
  /** Those that are chosen. */
  holders: readonly CardHolder[];
  /** Chooses none of them any more. */
  leave(): void;
}

/** What can be done with several at once: kept as a file, their cards suspended, which can be taken back, or they themselves taken away. */
export function CardHolderActs({ buildingId, holders, leave }: CardHolderActsProps) {
  const [isBusy, setBusy] = useState(false);
  const refresh = () => refreshCardHolders(buildingId);
  const cards = holders.flatMap((holder) => holder.cards);
  const removeAll = async () => {
    if (!(await dialogs.confirm(removalOfManyQuestion(holders)))) {
      return;
    }
    setBusy(true);
    const { done, refused } = await oneByOne(holders, ({ id }) => dropCardHolder(buildingId, id));
    await refresh();
    setBusy(false);
    if (done.length > 0) {
      notify(`${holdersWords(done.length)} sin acceso.`, "good");
    }
    await sayRefused(refused, { nameOf: ({ name }) => name, sentenceOf: validationSentence });
  };
  return (
    <>
      <ExportChosen rows={holders} fetch={(ids, form) => downloadCardHolders(buildingId, { ids }, form)} />
      <SuspendCards cards={cards} refresh={refresh} onDone={leave} />
      <Button look="destructive" loading={isBusy} onClick={() => void removeAll()}>
        Retirar
      </Button>
    </>
  );
}
