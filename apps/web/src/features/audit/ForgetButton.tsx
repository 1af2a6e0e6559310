import type { ReactNode } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { notify } from "../../ui/notices.ts";
import { useForgetInAudit } from "./audit.api.ts";

interface ForgetButtonProps {
  personId: string;
  name: string;
  icon: ReactNode;
}

/** Erases addresses, devices and own data of a person from the audit, after asking. */
export function ForgetButton({ personId, name, icon }: ForgetButtonProps) {
  const forget = useForgetInAudit();
  const ask = async () => {
    const goesOn = await dialogs.confirm({
      title: `¿Borrar los datos de ${name} en la auditoría?`,
      text: "Se borran desde dónde entró y sus datos de antes y después. Lo que hizo sigue anotado. Esta acción no se puede deshacer.",
      irrevocable: true,
    });
    if (goesOn) {
      forget.mutate(personId, {
        onSuccess: () => notify(`Se borraron de la auditoría los datos de ${name}.`, "good"),
        onError: (error) => notify(sentenceFor(error), "trouble"),
      });
    }
  };
  return (
    <Button look="destructive" icon={icon} loading={forget.isPending} onClick={() => void ask()}>
      Borrar sus datos
    </Button>
  );
}
