import { Button } from "../../ui/Button.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./SecondFactor.module.css";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** `h1` where they are the whole screen. */
  heading: "h1" | "h2";
  onDone(): void;
}

/** The codes for who loses the app, in sight this once. */
export function RecoveryCodes({ codes, heading: Heading, onDone }: RecoveryCodesProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      notify("Códigos copiados.", "good");
    } catch {
      notify("No se pudieron copiar. Anótalos a mano.", "trouble");
    }
  };
  return (
    <div className={css["form"]}>
      <Heading className={css["title"]}>Guarda tus códigos de respaldo</Heading>
      <p className={css["soft"]}>
        Si pierdes tu teléfono, entras con uno de estos códigos. Cada uno sirve una sola vez y no los
        volveremos a mostrar.
      </p>
      <ul className={css["codes"]}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="quiet" wide onClick={() => void copy()}>
        Copiar los códigos
      </Button>
      <Button wide onClick={onDone}>
        Ya los guardé
      </Button>
    </div>
  );
}
