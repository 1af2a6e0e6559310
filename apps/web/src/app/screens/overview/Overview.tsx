import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconHourglass } from "@tabler/icons-react";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { z } from "zod";
import { useOnlyBuilding } from "../../../features/buildings/index.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { keys, Skeleton } from "../../../ui/Skeletons.tsx";
import { DayChart } from "./DayChart.tsx";
import css from "./Overview.module.css";
import { useOverview } from "./overview.api.ts";
import { troubleDetail, troubleWords, waitingWords, wayOfTrouble, wayOfWaiting } from "./overview-words.ts";

type Seen = z.output<(typeof readOverview)["reply"]>;

/** What is wrong now, what waits, and what happened today; each line leads to its place. */
export function Overview() {
  return (
    <ListStates
      query={useOverview()}
      isEmpty={() => false}
      empty={{ title: "" }}
      skeleton={<OverviewSkeleton />}
    >
      {(seen) => <Parts seen={seen} />}
    </ListStates>
  );
}

function Parts({ seen: { buildings, troubles, hasMoreTroubles, waiting, today } }: { seen: Seen }) {
  const isOne = useOnlyBuilding() !== null;
  const now = new Date();
  const of = (buildingId: string) => buildings.find(({ id }) => id === buildingId);
  /** Which building a line is of, where there may be several. */
  const where = (buildingId: string) => (isOne ? "" : (of(buildingId)?.name ?? ""));
  return (
    <div className={css["parts"]}>
      {troubles === null ? null : (
        <Panel title="Qué pasa ahora">
          {troubles.length === 0 ? (
            <Calm>
              Todo está en orden: los equipos responden y ninguna puerta está forzada ni abierta demasiado
              tiempo.
            </Calm>
          ) : (
            <ul className={css["lines"]}>
              {troubles.map((trouble) => (
                <Line
                  key={`${trouble.kind} ${trouble.id}`}
                  to={wayOfTrouble(trouble)}
                  icon={<IconAlertTriangle size={22} />}
                  isWrong
                  title={`${troubleWords(trouble)}: ${trouble.name}`}
                  details={[
                    where(trouble.buildingId),
                    troubleDetail(trouble, now, of(trouble.buildingId)?.timeZone),
                  ]}
                />
              ))}
            </ul>
          )}
          {hasMoreTroubles ? <p className={css["soft"]}>Hay más. Míralos en cada edificio.</p> : null}
        </Panel>
      )}
      {waiting === null ? null : (
        <Panel title="Qué espera por ti">
          {waiting.length === 0 ? (
            <Calm>No hay solicitudes, invitaciones ni alertas pendientes.</Calm>
          ) : (
            <ul className={css["lines"]}>
              {waiting.map((line) => (
                <Line
                  key={`${line.what} ${line.buildingId}`}
                  to={wayOfWaiting(line)}
                  icon={<IconHourglass size={22} />}
                  title={waitingWords(line)}
                  details={[where(line.buildingId)]}
                />
              ))}
            </ul>
          )}
        </Panel>
      )}
      <DayChart today={today} />
    </div>
  );
}

const Calm = ({ children }: { children: ReactNode }) => (
  <p className={css["calm"]}>
    <IconCircleCheck aria-hidden="true" size={22} />
    {children}
  </p>
);

interface LineProps {
  to: string;
  icon: ReactNode;
  title: string;
  details: readonly string[];
  isWrong?: boolean;
}

function Line({ to, icon, title, details, isWrong }: LineProps) {
  const detail = details.filter((part) => part !== "").join(" · ");
  return (
    <li>
      <Link to={to} className={css["line"]} data-wrong={isWrong}>
        <span className={css["icon"]} aria-hidden="true">
          {icon}
        </span>
        <span className={css["words"]}>
          {title}
          {detail === "" ? null : <span className={css["soft"]}>{detail}</span>}
        </span>
        <IconChevronRight aria-hidden="true" size={20} />
      </Link>
    </li>
  );
}

/** Two panels of lines and a chart, as they come. */
function OverviewSkeleton() {
  return (
    <div className={css["parts"]}>
      {keys(2).map((key) => (
        <div key={key} className={css["lines"]}>
          <Skeleton width="9rem" height="1.5rem" />
          <Skeleton height="3.5rem" />
        </div>
      ))}
      <Skeleton height="12rem" />
    </div>
  );
}
