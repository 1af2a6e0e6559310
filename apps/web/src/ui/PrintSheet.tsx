import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";
import css from "./PrintSheet.module.css";

interface PrintSheetProps {
  /** The browser's own dialog is closed again, whatever was done there. */
  onDone(): void;
  children: ReactNode;
}

/** A page that is only on paper, in the place of the screen: the browser's dialog opens at once, which also makes a PDF. */
export function PrintSheet({ onDone, children }: PrintSheetProps) {
  const done = useEffectEvent(onDone);
  /** A sheet is printed once, however often it is drawn. */
  const isAsked = useRef(false);
  useEffect(() => {
    const handleDone = () => done();
    window.addEventListener("afterprint", handleDone);
    if (!isAsked.current) {
      isAsked.current = true;
      window.print();
    }
    return () => window.removeEventListener("afterprint", handleDone);
  }, []);
  return createPortal(
    <div className={css["sheet"]} data-print-sheet>
      {children}
    </div>,
    document.body,
  );
}
