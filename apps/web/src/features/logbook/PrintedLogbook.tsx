import { formatDate } from "../../lib/dates.ts";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import { ERASED, factsOf, titleOf } from "./line-words.ts";
import type { LinesToPrint, LogbookPlace } from "./logbook.api.ts";
import css from "./PrintedLogbook.module.css";

interface PrintedLogbookProps {
  place: LogbookPlace;
  /** The oldest first, as a book is read. */
  printed: LinesToPrint;
  /** Which days: 'del 20 nov 2026 al 21 nov 2026'. */
  days: string;
  onDone(): void;
}

/** The logbook on A4, with room for the signatures of whoever handed over a shift. */
export function PrintedLogbook({ place, printed: { lines, isWhole }, days, onDone }: PrintedLogbookProps) {
  const { name, timeZone } = place;
  return (
    <PrintSheet onDone={onDone}>
      <h1>Minuta · {name}</h1>
      <p>
        {days} · {lines.length === 1 ? "1 anotación" : `${lines.length} anotaciones`} · impresa el{" "}
        {formatDate(new Date(), timeZone)}
      </p>
      {isWhole ? null : <p>Solo las más recientes de esos días: las anteriores están en el archivo CSV.</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Fecha y hora</th>
            <th scope="col">Qué</th>
            <th scope="col">Anotación</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className={css["when"]}>{formatDate(line.at, timeZone)}</td>
              <td className={css["what"]}>{titleOf(line)}</td>
              <td>
                {line.text === null ? null : <p>{line.text}</p>}
                <p>{factsOf(line)}</p>
                {line.corrects === null ? null : (
                  <p>Corrige la anotación del {formatDate(line.corrects.at, timeZone)}</p>
                )}
                {line.open === null ? null : <p className={css["open"]}>{line.open}</p>}
                {line.pictures.length === 0 ? null : <p>Fotos: {line.pictures.length}</p>}
                {line.kind === "SHIFT_HANDED_OVER" ? (
                  <div className={css["signatures"]}>
                    <p>Entrega: {line.actor ?? ERASED}</p>
                    <p>Recibe: {line.incoming ?? ERASED}</p>
                  </div>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
