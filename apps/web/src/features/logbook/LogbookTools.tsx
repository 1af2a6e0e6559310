import { IconPrinter } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { dayOf, formatDay } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { sayFailed } from "../../ui/failed.ts";
import {
  downloadLogbook,
  type LinesToPrint,
  type LogbookPlace,
  type LogbookWish,
  linesToPrint,
} from "./logbook.api.ts";
import { PrintedLogbook } from "./PrintedLogbook.tsx";

/** The logbook on paper and as a file: of the days that were chosen, or of today. */
export function LogbookTools({ place, wish }: { place: LogbookPlace; wish: LogbookWish }) {
  const [printed, setPrinted] = useState<LinesToPrint | null>(null);
  const today = dayOf(new Date(), place.timeZone);
  const dated = wish.first === "" && wish.last === "" ? { ...wish, first: today, last: today } : wish;
  const print = useMutation({
    mutationFn: () => linesToPrint(place, dated),
    onSuccess: setPrinted,
    onError: (error) => void sayFailed(error),
  });
  return (
    <>
      <Button
        look="quiet"
        icon={<IconPrinter aria-hidden="true" size={20} />}
        loading={print.isPending}
        onClick={() => print.mutate()}
      >
        Imprimir
      </Button>
      <DownloadButton fetch={() => downloadLogbook(place, dated)}>Descargar CSV</DownloadButton>
      {printed === null ? null : (
        <PrintedLogbook
          place={place}
          printed={printed}
          days={daysWords(dated)}
          onDone={() => setPrinted(null)}
        />
      )}
    </>
  );
}

function daysWords({ first, last }: Pick<LogbookWish, "first" | "last">): string {
  const said = (day: string) => formatDay(new Date(`${day}T12:00:00Z`));
  if (first === last) {
    return said(first);
  }
  return [first === "" ? null : `Desde ${said(first)}`, last === "" ? null : `hasta ${said(last)}`]
    .filter((words) => words !== null)
    .join(" ");
}
