import { useEffect, useState } from "react";

/** What was typed, once nobody typed for a moment: not every letter is a question to the server. */
export function useLately(typed: string, afterMs = 250): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), afterMs);
    return () => clearTimeout(timer);
  }, [typed, afterMs]);
  return settled;
}
