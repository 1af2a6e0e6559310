import { IconX } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { IconButton, joined } from "./Button.tsx";
import css from "./Modal.module.css";
import { enterTopLayer } from "./topLayer.ts";
import { askToDiscard, hasUnsaved } from "./unsaved.ts";

/** The specification's time of a modal's coming and going (§9). */
const MODAL_MS = 500;

interface ModalProps {
  isOpen: boolean;
  title: string;
  /** Absent: it cannot be closed by the person, only by what it waits for. */
  onClose?: (() => void) | undefined;
  /** `center`: a dialog. `side`: a drawer from the left. `full`: the whole screen. */
  place?: "center" | "side" | "full";
  /** What an alarm, or a drill of one, looks like; otherwise a sheet as any. */
  look?: "alarm" | "drill" | undefined;
  /** As narrow as a sentence or two; otherwise up to 800 px. */
  narrow?: boolean;
  /** `alertdialog` interrupts: the reader speaks its text at once. */
  role?: "dialog" | "alertdialog";
  /** Hides the drawn title, which stays for who cannot see. */
  titleHidden?: boolean;
  children: ReactNode;
}

/**
 * A modal on the browser's own `<dialog>`: the focus stays inside, the page behind is out of reach,
 * Escape closes, once it was asked whether what stands in a form may go, and the focus goes back to where it was.
 */
export function Modal({ isOpen, ...rest }: ModalProps) {
  const isDrawn = useLinger(isOpen);
  return isDrawn ? <OpenModal isOpen={isOpen} {...rest} /> : null;
}

function OpenModal({
  isOpen,
  title,
  onClose,
  place = "center",
  look,
  narrow,
  role = "dialog",
  titleHidden,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  const leave =
    onClose &&
    (async () => {
      // Not a tick later where there is nothing to ask: what was pressed is answered at once.
      if (!hasUnsaved(dialog.current) || (await askToDiscard())) {
        onClose();
      }
    });

  const isDownOutside = useRef(false);
  // A press that began inside and ended outside chose text, and the second of a double one was meant for what was there.
  const handleBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current && isDownOutside.current && event.detail <= 1) {
      void leave?.();
    }
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes with Escape, which is `cancel`.
    <dialog
      ref={dialog}
      role={role}
      className={joined(css["modal"], css[place], look && css[look], narrow && css["narrow"])}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === "alertdialog" ? `${id}-body` : undefined}
      onCancel={(event) => {
        // Of a dialog that stands over this one, or of a file that nobody chose, React tells here too.
        if (event.target === dialog.current) {
          event.preventDefault();
          void leave?.();
        }
      }}
      onClose={() => {
        // A second Escape closes without asking. What may not be closed comes back, and what somebody would lose.
        if (isOpen && dialog.current?.open === false) {
          if (!leave || hasUnsaved(dialog.current)) {
            dialog.current.showModal();
          }
          void leave?.();
        }
      }}
      onPointerDown={(event) => {
        isDownOutside.current = event.target === dialog.current;
      }}
      onClick={handleBackdrop}
    >
      <div className={css["sheet"]}>
        <Head isOpen={isOpen} className={titleHidden && !onClose ? "um-hidden" : css["head"]}>
          <h2 id={`${id}-title`} className={titleHidden ? "um-hidden" : css["title"]}>
            {title}
          </h2>
          {onClose && role === "dialog" ? (
            <IconButton label="Cerrar" className={css["close"]} onClick={() => void leave?.()}>
              <IconX aria-hidden="true" size={22} />
            </IconButton>
          ) : null}
        </Head>
        <div id={`${id}-body`} className={css["body"]}>
          {children}
        </div>
      </div>
    </dialog>
  );
}

interface HeadProps {
  isOpen: boolean;
  className: string | undefined;
  children: ReactNode;
}

/**
 * Opens the dialog that it is first in. From here, before what follows is told to take the focus (`autoFocus`): nothing
 * can take it in a dialog that is not open yet, and the first button has it.
 */
function Head({ isOpen, ...rest }: HeadProps) {
  const head = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const dialog = head.current?.closest("dialog");
    if (!isOpen || !dialog) {
      return;
    }
    const leave = enterTopLayer(dialog);
    dialog.showModal();
    return () => {
      leave();
      dialog.close();
    };
  }, [isOpen]);
  return <header ref={head} {...rest} />;
}

/** True a little longer than `isOpen`, so that the going is drawn too. */
function useLinger(isOpen: boolean): boolean {
  const [lingers, setLingers] = useState(false);
  useEffect(() => {
    if (isOpen) {
      setLingers(true);
      return;
    }
    const timer = setTimeout(() => setLingers(false), MODAL_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isOpen || lingers;
}
