import { useEffect, useEffectEvent } from "react";
import { isElsewhere } from "../../../lib/useTypedAnywhere.ts";

/** Where a key leads. A door is opened by its own button alone. */
export const deskKeys = [
  { key: "F2", label: "Código", to: "code" },
  { key: "F4", label: "Apartamentos", to: "homes" },
  { key: "F8", label: "Minuta", to: "note" },
  { key: "F9", label: "Puerta", to: "doors" },
] as const;

/** Goes to the parts of the desk by their keys, from wherever one types, unless a dialog is open. */
export function useDeskKeys(goTo: Record<(typeof deskKeys)[number]["to"], () => void>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const way = deskKeys.find(({ key }) => key === event.key);
    const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (way !== undefined && !isCommand && !isElsewhere(null)) {
      event.preventDefault();
      goTo[way.to]();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
