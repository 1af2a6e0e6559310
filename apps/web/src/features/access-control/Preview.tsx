import { IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import css from "./Access.module.css";

/** What a form would bring about as it stands now; spoken too, as it changes. */
export const Preview = ({ children }: { children: ReactNode }) => (
  <p className={css["preview"]} role="status">
    <IconEye aria-hidden="true" size={22} />
    <span>{children}</span>
  </p>
);
