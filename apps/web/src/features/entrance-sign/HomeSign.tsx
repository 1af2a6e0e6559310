import { sayFailed } from "../../ui/failed.ts";
import { CheckField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Panel } from "../../ui/Panel.tsx";
import css from "./EntranceSign.module.css";
import { useChangeSignOfHome, useSignOfHome } from "./entrance-sign.api.ts";

/** Whether the sign at the entrance rings this home; nothing where the building has none. */
export function HomeSign({ apartmentId }: { apartmentId: string }) {
  const { data } = useSignOfHome(apartmentId);
  const change = useChangeSignOfHome(apartmentId);
  if (data?.hasSign !== true) {
    return null;
  }
  const choose = (rings: boolean) =>
    change.mutate(rings, {
      onSuccess: () =>
        notify(rings ? "El letrero timbra en tu hogar." : "El letrero ya no timbra en tu hogar."),
      onError: (error) => void sayFailed(error),
    });
  return (
    <Panel title="Letrero de la entrada">
      <CheckField checked={change.isPending ? change.variables : data.rings} onChange={choose}>
        Quien escanea el letrero puede timbrar en mi hogar
      </CheckField>
      <p className={css["soft"]}>
        Solo suena en tus dispositivos. A quien timbra no se le dice si lo apagaste.
      </p>
    </Panel>
  );
}
