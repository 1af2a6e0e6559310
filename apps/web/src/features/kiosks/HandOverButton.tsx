import { IconArrowsExchange } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../lib/useMay.ts";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";

const HandOverForm = lazy(async () => ({ default: (await import("./HandOverForm.tsx")).HandOverForm }));

/** 'Entregar turno', for who stands at the lobby. */
export function HandOverButton({ buildingId }: { buildingId: string }) {
  const [isOpen, setOpen] = useState(false);
  return useMay("logbook.hand-over", { buildingId }) ? (
    <>
      <Button
        look="quiet"
        icon={<IconArrowsExchange aria-hidden="true" size={20} />}
        onClick={() => setOpen(true)}
      >
        Entregar turno
      </Button>
      <Modal isOpen={isOpen} title="Entregar turno" onClose={() => setOpen(false)} narrow>
        {isOpen ? (
          <Suspense fallback={null}>
            <HandOverForm buildingId={buildingId} onDone={() => setOpen(false)} />
          </Suspense>
        ) : null}
      </Modal>
    </>
  ) : null;
}
