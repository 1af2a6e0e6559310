import type { PersonPage } from "@umbral/contract/users/person.contract";

type Building = PersonPage["places"][number]["building"];

/** Where somebody is anything, each building once, the last used first. */
export const buildingsOf = ({ places, carriesIn }: PersonPage): Building[] => [
  ...new Map([...places, ...carriesIn].map(({ building }) => [building.id, building])).values(),
];
