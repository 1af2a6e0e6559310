import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { Component, readSystemState } from "@umbral/contract/system-state/system-state.contract";
import type { z } from "zod";
import { formatTime } from "../../lib/dates.ts";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Actions, Panel } from "../../ui/Panel.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { keys, Skeleton } from "../../ui/Skeletons.tsx";
import { componentDetail, componentName, kindName } from "./component-words.ts";
import css from "./SystemStateScreen.module.css";
import { downloadDiagnosis, useSystemState } from "./system-state.api.ts";

type State = z.output<(typeof readSystemState)["reply"]>;

/** '/admin-dashboard/system-state': what is away or wrong, since when, and what works. */
export function SystemStateScreen() {
  return (
    <Screen>
      <ScreenHead>
        <h1>Estado del sistema</h1>
        <Actions>
          <DownloadButton fetch={downloadDiagnosis}>Descargar diagnóstico</DownloadButton>
        </Actions>
      </ScreenHead>
      <ListStates
        query={useSystemState()}
        isEmpty={({ troubles, ofServer, counts }) => troubles.length + ofServer.length + counts.length === 0}
        empty={{
          title: "Aún no hay nada que mostrar.",
          hint: "Umbral mira por primera vez un minuto y medio después de iniciar.",
          icon: <IconCircleCheck size={32} stroke={1.6} />,
        }}
        skeleton={<StateSkeleton />}
      >
        {(state) => <Parts state={state} />}
      </ListStates>
    </Screen>
  );
}

function Parts({
  state: { troubles, hasMoreTroubles, ofServer, counts, lookedAt, version },
}: {
  state: State;
}) {
  return (
    <div className={css["parts"]}>
      <Panel title="Qué pasa ahora">
        {troubles.length === 0 ? (
          <p className={css["line"]}>
            <IconCircleCheck aria-hidden="true" size={22} />
            Todo está en orden.
          </p>
        ) : (
          <Lines components={troubles} />
        )}
        {hasMoreTroubles ? <p className={css["soft"]}>Hay más. Suelen tener una misma causa.</p> : null}
      </Panel>
      {counts.length === 0 ? null : (
        <Panel title="Equipos de los edificios">
          <ul className={css["lines"]}>
            {counts.map(({ kind, well, troubles: wrong }) => (
              <li key={kind} className={css["line"]} data-wrong={wrong > 0}>
                <span className={css["words"]}>
                  {kindName(kind)}
                  <span className={css["soft"]}>
                    {wrong === 0 ? `${well} en orden` : `${well} en orden, ${wrong} con problemas`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {ofServer.length === 0 ? null : (
        <Panel title="Servidor">
          <Lines components={ofServer} />
        </Panel>
      )}
      <p className={css["soft"]}>
        Umbral {version}
        {lookedAt === null ? "" : ` · Revisado a las ${formatTime(lookedAt)}`}
      </p>
    </div>
  );
}

function Lines({ components }: { components: readonly Component[] }) {
  const now = new Date();
  return (
    <ul className={css["lines"]}>
      {components.map((component) => {
        const Icon = component.isWell ? IconCircleCheck : IconAlertTriangle;
        return (
          <li
            key={`${component.kind} ${component.id}`}
            className={css["line"]}
            data-wrong={!component.isWell}
          >
            <Icon aria-hidden="true" size={22} />
            <span className={css["words"]}>
              {componentName(component)}
              <span className={css["soft"]}>
                {[component.building?.name, componentDetail(component, now)].filter(Boolean).join(" · ")}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function StateSkeleton() {
  return (
    <div className={css["parts"]}>
      {keys(3).map((key) => (
        <div key={key} className={css["lines"]}>
          <Skeleton width="9rem" height="1.5rem" />
          <Skeleton height="3.5rem" />
        </div>
      ))}
    </div>
  );
}
