import { IconBuilding, IconCheck, IconSelector } from "@tabler/icons-react";
import type { Space } from "@umbral/contract/auth/auth.contract";
import { useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useSession } from "../../lib/useSession.ts";
import { joined } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./SpaceSwitcher.module.css";
import { useChangeSpace } from "./users.api.ts";
import { roleNames } from "./users.strings.ts";

/** Where the person is; with several places, the way to another. Nothing without a place. */
export function SpaceSwitcher() {
  const [isOpen, setOpen] = useState(false);
  const spaces = useSession()?.spaces ?? [];
  const [current, ...others] = spaces;
  if (current === undefined) {
    return null;
  }
  if (others.length === 0) {
    return (
      <div className={css["place"]}>
        <Place space={current} />
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        className={joined(css["place"], css["button"])}
        aria-haspopup="dialog"
        aria-label={`Cambiar de lugar. Estás en ${current.building.name}, ${placeLine(current)}`}
        onClick={() => setOpen(true)}
      >
        <Place space={current} />
        <IconSelector aria-hidden="true" size={20} />
      </button>
      <Modal isOpen={isOpen} title="Cambiar de lugar" onClose={() => setOpen(false)} narrow>
        <SpaceList spaces={spaces} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function SpaceList({ spaces, onDone }: { spaces: readonly Space[]; onDone(): void }) {
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
            <Place space={space} />
            {index === 0 ? <IconCheck aria-hidden="true" size={20} /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Place({ space }: { space: Space }) {
  return (
    <>
      <span className={css["icon"]}>
        <IconBuilding aria-hidden="true" size={22} />
      </span>
      <span className={css["words"]}>
        <strong>{space.building.name}</strong>
        <span>{placeLine(space)}</span>
      </span>
    </>
  );
}

function placeLine({ role, apartment }: Space): string {
  const roleName = roleNames[role.name];
  return apartment === null ? roleName : `${roleName} · ${apartment.name}`;
}
