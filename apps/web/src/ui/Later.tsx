import { type ReactNode, startTransition, useEffect, useState } from "react";
import { whenIdle } from "../lib/when-idle.ts";

const WITHIN_MS = 500;

interface LaterProps {
  children: ReactNode;
  /** In its place until then. */
  fallback?: ReactNode;
}

/** What stands below what a person looks at first: drawn, and asked for, once that is painted. */
export function Later({ children, fallback = null }: LaterProps) {
  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setTime(true)), WITHIN_MS), []);
  return isTime ? children : fallback;
}
