import { IconCopy } from "@tabler/icons-react";
import { Button } from "../../ui/Button.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./Integrations.module.css";

interface SecretOnceProps {
  label: string;
  /** What it is for, and that it is shown once. */
  words: string;
  secret: string;
  onDone(): void;
}

/** A secret that nobody can be shown again. */
export function SecretOnce({ label, words, secret, onDone }: SecretOnceProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify("Copiado.", "good");
    } catch {
      notify("El navegador no dejó copiar. Elígelo y cópialo a mano.", "trouble");
    }
  };
  return (
    <section className={css["once"]} aria-label={label}>
      <p>{words}</p>
      <code className={css["secret"]}>{secret}</code>
      <div className={css["acts"]}>
        <Button icon={<IconCopy aria-hidden="true" size={20} />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button look="quiet" onClick={onDone}>
          Ya lo guardé
        </Button>
      </div>
    </section>
  );
}
