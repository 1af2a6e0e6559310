import { stateWords } from "@umbral/contract/system-state/state-words";
import type { News } from "./component-rule.ts";

/** 'Mirador: Cámara Portón, sin imagen.' */
export function sentenceOfNews(
  { kind, name, buildingId, tell }: Pick<News, "kind" | "name" | "buildingId" | "tell">,
  buildings: readonly { id: string; name: string }[],
): string {
  const words = stateWords[kind];
  const building = buildings.find(({ id }) => id === buildingId)?.name;
  const what = [words.name, ...(name === null ? [] : [name])].join(" ");
  return `${building === undefined ? "" : `${building}: `}${what}, ${words[tell]}.`;
}
