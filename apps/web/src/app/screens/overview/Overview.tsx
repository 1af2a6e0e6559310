import { IconHourglass } from "@tabler/icons-react";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import { Link, useSearchParams } from "react-router";
import type { z } from "zod";
import { BuildingChoice, useAllBuildings, useOnlyBuilding } from "../../../features/buildings/index.ts";
import { adminPaths, buildingPath } from "../../../lib/admin-paths.ts";
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

/** The part of the address that names a building: the screen's path is the specification's own. */
const BUILDING = "edificio";

/** What is wrong now, what waits, and what happened today, in one building or in all; each line leads to its place. */
export function Overview() {
  const only = useOnlyBuilding();
  const [search, setSearch] = useSearchParams();
  const buildingId = only ?? (search.get(BUILDING) || undefined);
  const all = useAllBuildings(only === null);
  const isNew = only === null && all.isPending ? null : all.data?.length === 0;
  return (
    <div className={css["overview"]}>
      <BuildingChoice
        value={buildingId}
        onChange={(id) => setSearch(id === undefined ? {} : { [BUILDING]: id }, { replace: true })}
      />
      <ListStates
        query={useOverview(buildingId)}
        skeleton={
          <StatusSkeleton panels={2}>
            <Skeleton height="12rem" />
          </StatusSkeleton>
        }
      >
        {(seen) => <Parts seen={seen} buildingId={buildingId} isNew={isNew} />}
      </ListStates>
    </div>
  );
}

interface PartsProps {
  seen: Seen;
  /** Undefined: of all. */
  buildingId: string | undefined;
  /** There is no building yet of which anything could be said; null until that is known. */
  isNew: boolean | null;
}

function Parts({
  seen: { buildings, troubles, hasMoreTroubles, waiting, today },
  buildingId: chosen,
  isNew,
}: PartsProps) {
  const now = new Date();
  const of = (buildingId: string) => buildings.find(({ id }) => id === buildingId);
  /** Which building a line is of, where there may be several. */
  const where = (buildingId: string) => (chosen === undefined ? (of(buildingId)?.name ?? "") : "");
  return (
    <StatusParts className={css["parts"]}>
      {troubles === null ? null : (
        <Panel title="Qué pasa ahora">
          {troubles.length === 0 ? (
            <NoTrouble isNew={isNew} />
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
          {hasMoreTroubles ? (
            <StatusNote>
              {chosen === undefined ? (
                <Link to={adminPaths.buildings}>Hay más. Míralos en cada edificio.</Link>
              ) : (
                <Link to={buildingPath(chosen)}>Hay más. Míralos en el edificio.</Link>
              )}
            </StatusNote>
          ) : null}
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
      <DayChart today={today} buildingId={chosen} />
    </StatusParts>
  );
}

function NoTrouble({ isNew }: Pick<PartsProps, "isNew">) {
  if (isNew === null) {
    return <Skeleton height="3.5rem" />;
  }
  return isNew ? (
    <StatusNote>
      Todavía no hay edificios.{" "}
      <Link to={adminPaths.buildings}>Crea el primero en Administrar Edificios.</Link>
    </StatusNote>
  ) : (
    <AllWell>
      Todo está en orden: los equipos responden y ninguna puerta está forzada ni abierta demasiado tiempo.
    </AllWell>
  );
}
