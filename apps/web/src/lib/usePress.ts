import { useRef } from "react";

/** One press is sent once, however often its answer is lost; another wish, as other pictures or numbers, is another press. */
export function usePress(): (wish: string) => string {
  const press = useRef<{ wish: string; requestId: string } | null>(null);
  return (wish) => {
    if (press.current?.wish !== wish) {
      press.current = { wish, requestId: crypto.randomUUID() };
    }
    return press.current.requestId;
  };
}
