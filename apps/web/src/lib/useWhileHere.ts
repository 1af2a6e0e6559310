import { useEffect, useRef } from "react";

/**
 * Calls it only while the component is drawn. What closes a dialog once its request was answered would otherwise close the
 * next one, where somebody closed the first meanwhile and opened that.
 */
export function useWhileHere<Given extends unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (...given) => {
    if (isHere.current) {
      act(...given);
    }
  };
}
