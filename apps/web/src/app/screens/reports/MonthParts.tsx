import { accessOutcomeWords } from "@umbral/contract/access-control/access-outcome-words";
import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import { originWords } from "@umbral/contract/doors/opening-words";
import { gapWords } from "@umbral/contract/lib/gap-words";
import { keptWords } from "@umbral/contract/reports/kept-words";
import type { MonthReport } from "@umbral/contract/reports/reports.contract";
import { monthWords } from "../../../lib/calendar-words.ts";
import { Counted, type CountedLine } from "./Counted.tsx";
import { DaysChart } from "./DaysChart.tsx";
import css from "./MonthReport.module.css";
import { lengthWords, sum } from "./report-words.ts";

/** A month on one page: what matters in numbers, its days, and what each number is made of. */
export function MonthParts({ report }: { report: MonthReport }) {
  const { building, month, days, calls, visits, absences } = report;
  const kept = keptWords(report) ?? undefined;
  const missed = calls.toHomes.missed + calls.toLobby.missed;
  const answered = calls.toHomes.answered + calls.toLobby.answered;
  const away = sum(absences.map(({ minutes }) => minutes));
  return (
    <article className={css["report"]} aria-label={`${building.name}, ${monthWords(month)}`}>
      <header className={css["title"]}>
        <h2>{building.name}</h2>
        <p>{monthWords(month)}</p>
        {(report.gaps ?? []).map((gap) => (
          <p key={gap.until}>{gapWords(gap)}</p>
        ))}
      </header>
      <dl className={css["figures"]}>
        <Figure name="Aperturas" value={String(sum(days.openings))} />
        <Figure name="Accesos negados" value={String(sum(days.refused))} />
        <Figure name="Visitas" value={String(visits.authorised + sum(days.guests))} />
        <Figure name="Llamadas contestadas" value={`${answered} de ${answered + missed}`} />
        <Figure
          name="Alertas"
          value={String(sum(report.alarms.filter(({ drill }) => !drill).map(({ count }) => count)))}
        />
        <Figure name="Sin conexión" value={lengthWords(away)} />
      </dl>
      <DaysChart days={days} />
      <div className={css["parts"]}>
        <Counted title="Por puerta" lines={doorLines(report)} none="Ninguna puerta se abrió este mes." />
        <Counted
          title="Por qué se negó el acceso"
          lines={report.refused.map(({ reason, count }) => ({ label: accessOutcomeWords[reason], count }))}
          none="No se negó ningún acceso."
          note={kept}
        />
        <Counted
          title="Puertas forzadas, abiertas demasiado tiempo y otras novedades"
          lines={report.intrusions.map(({ kind, name, count }) => ({
            label: [intrusionWords[kind], name].filter((word) => word !== null).join(": "),
            count,
          }))}
          none="No hubo novedades."
          note={kept}
        />
        <Counted title="Visitas" lines={visitLines(report)} none="Nadie vino de visita." />
        <Counted title="Llamadas" lines={callLines(report)} none="No hubo llamadas." />
        <Counted
          title="Alertas y simulacros"
          lines={report.alarms.map((alarm) => ({ label: alarmTitle(alarm), count: alarm.count }))}
          none="No hubo alertas ni simulacros."
        />
        <Counted
          title="Tiempo sin conexión"
          lines={absences.map(({ name, times, minutes }) => ({
            label: name,
            detail: times === 1 ? "Una vez" : `${times} veces`,
            count: minutes,
            words: lengthWords(minutes),
          }))}
          none="Los controladores estuvieron siempre conectados."
          note="Sin conexión con la plataforma el edificio sigue abriendo por sí mismo."
        />
      </div>
    </article>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={css["figure"]}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const doorLines = ({ doors }: MonthReport): CountedLine[] =>
  doors.map(({ name, origins }) => ({
    label: name,
    detail: origins.map(({ origin, count }) => `${originWords[origin]} ${count}`).join(" · "),
    count: sum(origins.map(({ count }) => count)),
  }));

const visitLines = ({ visits: { asked, authorised }, days }: MonthReport): CountedLine[] => {
  const guests = sum(days.guests);
  return asked + authorised + guests === 0
    ? []
    : [
        { label: "Autorizadas con código", detail: `Códigos pedidos: ${asked}`, count: authorised },
        { label: "Entraron con invitación", count: guests },
      ];
};

const callLines = ({ calls: { toHomes, toLobby } }: MonthReport): CountedLine[] =>
  [
    { label: "A los hogares, contestadas", count: toHomes.answered },
    { label: "A los hogares, perdidas", count: toHomes.missed },
    { label: "A la portería, contestadas", count: toLobby.answered },
    { label: "A la portería, perdidas", count: toLobby.missed },
  ].filter(({ count }) => count > 0);
