import { IconHourglass } from "@tabler/icons-react";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import type { z } from "zod";
import { useOnlyBuilding } from "../../../features/buildings/index.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { Skeleton } from "../../../ui/Skeletons.tsx";
import {
  AllWell,
  StatusLine,
  StatusList,
  StatusNote,
  StatusParts,
  StatusSkeleton,
} from "../../../ui/StatusLines.tsx";
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
      skeleton={
        <StatusSkeleton panels={2}>
          <Skeleton height="12rem" />
        </StatusSkeleton>
      }
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
    <StatusParts className={css["parts"]}>
      {troubles === null ? null : (
        <Panel title="Qué pasa ahora">
          {troubles.length === 0 ? (
            <AllWell>
              Todo está en orden: los equipos responden y ninguna puerta está forzada ni abierta demasiado
              tiempo.
            </AllWell>
          ) : (
            <StatusList>
              {troubles.map((trouble) => (
                <StatusLine
                  key={`${trouble.kind} ${trouble.id}`}
                  to={wayOfTrouble(trouble)}
                  state="wrong"
                  title={`${troubleWords(trouble)}: ${trouble.name}`}
                  details={[
                    where(trouble.buildingId),
                    troubleDetail(trouble, now, of(trouble.buildingId)?.timeZone),
                  ]}
                />
              ))}
            </StatusList>
          )}
          {hasMoreTroubles ? <StatusNote>Hay más. Míralos en cada edificio.</StatusNote> : null}
        </Panel>
      )}
      {waiting === null ? null : (
        <Panel title="Qué espera por ti">
          {waiting.length === 0 ? (
            <AllWell>No hay solicitudes, invitaciones ni alertas pendientes.</AllWell>
          ) : (
            <StatusList>
              {waiting.map((line) => (
                <StatusLine
                  key={`${line.what} ${line.buildingId}`}
                  to={wayOfWaiting(line)}
                  icon={<IconHourglass size={22} />}
                  title={waitingWords(line)}
                  details={[where(line.buildingId)]}
                />
              ))}
            </StatusList>
          )}
        </Panel>
      )}
      <DayChart today={today} />
    </StatusParts>
  );
}
