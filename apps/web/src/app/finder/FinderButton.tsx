import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { IconButton } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";

const Finder = lazy(async () => ({ default: (await import("./Finder.tsx")).Finder }));

/** The magnifier of the header, and ⌘K or Ctrl K. */
export function FinderButton() {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState(key);
  // Where it led is looked at, and no longer the search.
  if (openedAt !== key) {
    setOpenedAt(key);
    setOpen(false);
  }
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey) {
        event.preventDefault();
        setOpen(true);
      }
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, []);
  return (
    <>
      <IconButton
        label="Buscar"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconSearch aria-hidden="true" size={24} />
      </IconButton>
      {/* A dialog's head within that of the page would be a second banner. */}
      {createPortal(
        <Modal isOpen={isOpen} title="Buscar" onClose={() => setOpen(false)}>
          {isOpen ? (
            <Suspense fallback={null}>
              <Finder />
            </Suspense>
          ) : null}
        </Modal>,
        document.body,
      )}
    </>
  );
}
