import { IconUrgent } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../lib/useMay.ts";

const EventsModal = lazy(async () => ({ default: (await import("./EventsModal.tsx")).EventsModal }));

interface PanicButtonProps {
  className: string | undefined;
  /** Of its sign, in CSS pixels. */
  size?: number;
}

/** 'Pánico': opens the events modal. Drawn for who may raise an alarm somewhere. */
export function PanicButton({ className, size = 24 }: PanicButtonProps) {
  const mayRaise = useMay("alarms.raise");
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  if (!mayRaise) {
    return null;
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <IconUrgent aria-hidden="true" size={size} />
        <span>Pánico</span>
      </button>
      {wasOpened ? (
        <Suspense>
          <EventsModal isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
