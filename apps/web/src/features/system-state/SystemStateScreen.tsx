import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import type { Component, readSystemState } from "@umbral/contract/system-state/system-state.contract";
import type { z } from "zod";
import { sayTime } from "../../lib/dates.ts";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Actions, Panel } from "../../ui/Panel.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import {
  AllWell,
  StatusLine,
  StatusList,
  StatusNote,
  StatusParts,
  StatusSkeleton,
} from "../../ui/StatusLines.tsx";
import { componentDetail, componentName, kindName, missingOf } from "./component-words.ts";
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
        skeleton={<StatusSkeleton panels={3} />}
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
  const missing = ofServer.flatMap((component) => missingOf(component)?.what ?? []);
  return (
    <StatusParts className={css["parts"]}>
      <Panel title="Qué pasa ahora">
        {troubles.length === 0 ? <AllWell>Todo está en orden.</AllWell> : <Lines components={troubles} />}
        {hasMoreTroubles ? <StatusNote>Hay más. Suelen tener una misma causa.</StatusNote> : null}
        {missing.length === 0 ? null : (
          <StatusNote>Falta por configurar: {new Intl.ListFormat("es-CO").format(missing)}.</StatusNote>
        )}
      </Panel>
      {counts.length === 0 ? null : (
        <Panel title="Equipos de los edificios">
          <StatusList>
            {counts.map(({ kind, well, troubles: wrong }) => (
              <StatusLine
                key={kind}
                title={kindName(kind)}
                details={[wrong === 0 ? `${well} en orden` : `${well} en orden, ${wrong} con problemas`]}
              />
            ))}
          </StatusList>
        </Panel>
      )}
      {ofServer.length === 0 ? null : (
        <Panel title="Servidor">
          <Lines components={ofServer} />
        </Panel>
      )}
      <StatusNote>
        Umbral {version}
        {lookedAt === null ? "" : ` · Revisado a ${sayTime(lookedAt)}`}
      </StatusNote>
    </StatusParts>
  );
}

function Lines({ components }: { components: readonly Component[] }) {
  const now = new Date();
  return (
    <StatusList>
      {components.map((component) => (
        <StatusLine
          key={`${component.kind} ${component.id}`}
          {...(missingOf(component) ? MISSING : { state: component.isWell ? "well" : "wrong" })}
          title={componentName(component)}
          details={[component.building?.name, componentDetail(component, now)]}
        />
      ))}
    </StatusList>
  );
}

/** It is no trouble, and does not work either. */
const MISSING = { icon: <IconCircleDashed size={22} /> };
