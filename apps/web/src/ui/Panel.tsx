import type { FormEventHandler, ReactNode, Ref } from "react";
import { joined } from "./Button.tsx";
import css from "./Panel.module.css";

/** A part of a screen with its heading and what can be done there. */
export function Panel({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={css["panel"]} aria-label={title}>
      <div className={css["head"]}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface FormProps {
  ref?: Ref<HTMLFormElement>;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Something in it would be lost. A form of `useForm` knows by itself. */
  isUnsaved?: boolean;
  /** What ends a long form. In a modal it stays in sight while the fields are scrolled. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Fields one under the other. What is wrong is said by us, not by the browser. */
export function Form({ ref, onSubmit, isUnsaved, foot, children }: FormProps) {
  const mark = isUnsaved || undefined;
  if (foot === undefined) {
    return (
      <form ref={ref} className={css["form"]} noValidate onSubmit={onSubmit} data-unsaved={mark}>
        {children}
      </form>
    );
  }
  return (
    <form ref={ref} className={css["footed"]} noValidate onSubmit={onSubmit} data-unsaved={mark} data-footed>
      <div className={joined(css["form"], css["fields"])}>{children}</div>
      {foot}
    </form>
  );
}

/** What is no form and ends as one with a foot does: however long it is, its foot is in sight. */
export const Footed = ({ foot, children }: { foot: ReactNode; children: ReactNode }) => (
  <div className={css["footed"]} data-footed>
    <div className={joined(css["form"], css["fields"])}>{children}</div>
    {foot}
  </div>
);

/** Fields that belong together, under one name. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={css["group"]}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Two fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css["pair"]}>{children}</div>;

/** Buttons of a row or of a form's end. With `fills` each takes the whole width of a phone. */
export const Actions = ({ children, fills }: { children: ReactNode; fills?: boolean }) => (
  <div className={css["actions"]} data-fills={fills || undefined}>
    {children}
  </div>
);
