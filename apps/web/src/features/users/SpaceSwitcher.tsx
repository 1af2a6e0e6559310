import { IconSelector } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../lib/useSession.ts";
import { joined } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import css from "./SpaceSwitcher.module.css";
import { placeLine, SpaceWords } from "./SpaceWords.tsx";

/** Few have several places: nobody else fetches it. */
const SpaceList = lazy(async () => ({ default: (await import("./SpaceList.tsx")).SpaceList }));

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
        <SpaceWords space={current} />
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
        <SpaceWords space={current} />
        <IconSelector aria-hidden="true" size={20} />
      </button>
      <Modal isOpen={isOpen} title="Cambiar de lugar" onClose={() => setOpen(false)} narrow>
        <Suspense fallback={null}>
          <SpaceList spaces={spaces} onDone={() => setOpen(false)} />
        </Suspense>
      </Modal>
    </>
  );
}
