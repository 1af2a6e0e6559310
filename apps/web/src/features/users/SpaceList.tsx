import { IconCheck } from "@tabler/icons-react";
import type { Space } from "@umbral/contract/auth/auth.contract";
import { sentenceFor } from "../../lib/sentences.ts";
import { joined } from "../../ui/Button.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./SpaceSwitcher.module.css";
import { SpaceWords } from "./SpaceWords.tsx";
import { useChangeSpace } from "./users.api.ts";

/** The places of somebody who has several: one press and they are there. */
export function SpaceList({ spaces, onDone }: { spaces: readonly Space[]; onDone(): void }) {
  const change = useChangeSpace();
  const choose = (spaceId: string) => {
    if (spaceId === spaces[0]?.id) {
      onDone();
      return;
    }
    change.mutate(spaceId, {
      onSuccess: onDone,
      onError: (error) => notify(sentenceFor(error), "trouble"),
    });
  };
  return (
    <ul className={css["list"]}>
      {spaces.map((space, index) => (
        <li key={space.id}>
          <button
            type="button"
            className={joined(css["place"], css["button"])}
            aria-current={index === 0 ? "true" : undefined}
            aria-busy={(change.isPending && change.variables === space.id) || undefined}
            disabled={change.isPending}
            onClick={() => choose(space.id)}
          >
            <SpaceWords space={space} />
            {index === 0 ? <IconCheck aria-hidden="true" size={20} /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
