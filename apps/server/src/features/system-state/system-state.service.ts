import {
  COMPONENTS_AT_MOST,
  type readSystemState,
} from "@umbral/contract/system-state/system-state.contract";
import type { z } from "zod";
import type { Services } from "../../platform/context.ts";
import type { Figure } from "../../platform/figures.ts";
import { version } from "../../platform/version.ts";
import { findStates, isKnownKind, type StateRow } from "./component-states.queries.ts";
import type { OwnReadings } from "./own-readings.ts";
import type { StateWatch } from "./state-watch.ts";

type SystemState = z.input<(typeof readSystemState)["reply"]>;

/** How everything is that has a state, as the last look found it. */
export async function systemState(
  { db }: Services,
  watch: Pick<StateWatch, "lookedAt">,
): Promise<SystemState> {
  const all = await components(db);
  const troubles = all.filter(({ isWell }) => !isWell);
  const ofBuildings = all.filter(({ building }) => building !== null);
  const kinds = [...new Set(ofBuildings.map(({ kind }) => kind))];
  return {
    lookedAt: watch.lookedAt?.toISOString() ?? null,
    version,
    troubles: troubles.slice(0, COMPONENTS_AT_MOST),
    hasMoreTroubles: troubles.length > COMPONENTS_AT_MOST,
    ofServer: all.filter(({ building, isWell }) => building === null && isWell),
    counts: kinds.map((kind) => {
      const those = ofBuildings.filter((one) => one.kind === kind);
      const well = those.filter(({ isWell }) => isWell).length;
      return { kind, well, troubles: those.length - well };
    }),
  };
}

async function components(db: Services["db"]): Promise<SystemState["troubles"]> {
  return (await findStates(db)).flatMap(
    ({ kind, id, buildingId, buildingName, name, isWell, since, noticedAt, figure }: StateRow) =>
      isKnownKind(kind)
        ? [
            {
              kind,
              id,
              building: buildingId === null ? null : { id: buildingId, name: buildingName ?? "" },
              name,
              isWell,
              since: since.toISOString(),
              noticedAt: noticedAt?.toISOString() ?? null,
              figure,
            },
          ]
        : [],
  );
}

/** The states as figures: by id, never by name. */
export function stateFigures(
  { db }: Pick<Services, "db">,
  own: Pick<OwnReadings, "certificateUntil">,
): Figure[] {
  const labels = ["kind", "component", "building"];
  const read = async (figureOf: (row: StateRow) => number | null) =>
    (await findStates(db)).flatMap((row) => {
      const value = figureOf(row);
      const of = { kind: row.kind, component: row.id, building: row.buildingId ?? "" };
      return value === null ? [] : [{ labels: of, value }];
    });
  const ofServer =
    (kind: string, id = "server") =>
    async () =>
      (await findStates(db)).flatMap((row) =>
        row.kind === kind && row.id === id && row.figure !== null ? [{ labels: {}, value: row.figure }] : [],
      );
  return [
    {
      name: "umbral_component_up",
      help: "1 while a controller, a device or a part of the server is well, 0 while it is not",
      labels,
      read: () => read(({ isWell }) => (isWell ? 1 : 0)),
    },
    {
      name: "umbral_component_state_since_timestamp_seconds",
      help: "When the present state of a component began",
      labels,
      read: () => read(({ since }) => since.getTime() / 1000),
    },
    {
      name: "umbral_component_noticed",
      help: "1 while people were told that a component is away, and not yet that it is back",
      labels,
      read: () => read(({ noticedAt }) => (noticedAt === null ? 0 : 1)),
    },
    {
      name: "umbral_files_disk_free_bytes",
      help: "Room on the disk of the pictures",
      labels: [],
      read: ofServer("files-disk"),
    },
    {
      name: "umbral_backups_disk_free_bytes",
      help: "Room on the disk of the daily backups; absent where none are made, and while it is away",
      labels: [],
      read: ofServer("files-disk", "backups"),
    },
    {
      name: "umbral_outbox_waiting",
      help: "Messages that wait to leave",
      labels: [],
      read: ofServer("outbox"),
    },
    {
      name: "umbral_certificate_expiry_timestamp_seconds",
      help: "When the certificate of the public address runs out; absent where there is none",
      labels: [],
      read: async () => {
        const until = own.certificateUntil;
        return until === null ? [] : [{ labels: {}, value: until.getTime() / 1000 }];
      },
    },
  ];
}
