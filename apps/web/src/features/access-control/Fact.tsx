import type { ReactNode } from "react";

/** One line of what something is, behind its picture. */
export const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    <span aria-hidden="true">{icon}</span>
    <span>{children}</span>
  </li>
);
