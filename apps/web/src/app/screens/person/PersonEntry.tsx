import type { PersonPage } from "@umbral/contract/users/person.contract";
import { AccessOfPerson } from "../../../features/access-control/index.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { buildingsOf } from "./person-buildings.ts";

/** 'Por dónde entra': levels and PIN in one building. */
export function PersonEntry({ person }: { person: PersonPage }) {
  const buildings = buildingsOf(person);
  return buildings.length === 0 ? null : (
    <Panel title="Por dónde entra">
      <AccessOfPerson buildings={buildings} person={person} />
    </Panel>
  );
}
