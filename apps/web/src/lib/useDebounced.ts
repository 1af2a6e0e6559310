import { useEffect, useState } from "react";

/** The value as it was when it last stayed the same this long: not every letter is a question to the server. */
export function useDebounced<Value>(value: Value, pauseMs = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
