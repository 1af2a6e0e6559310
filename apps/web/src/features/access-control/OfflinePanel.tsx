import { useMutation } from "@tanstack/react-query";
import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Panel } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import css from "./Access.module.css";
import { refreshAccess, saveOfflineDays } from "./access.api.ts";
import { markWords } from "./access.strings.ts";
import { offlineDaysIn } from "./access-values.ts";

interface OfflinePanelProps {
  buildingId: string;
  access: Pick<BuildingAccess, "offlineDays">;
}

/** For how long the building opens by itself while the server is away. */
export function OfflinePanel({ buildingId, access }: OfflinePanelProps) {
  return (
    <Panel title="Sin servidor">
      {/* What somebody else chose is what stands here. */}
      <OfflineForm key={access.offlineDays} buildingId={buildingId} offlineDays={access.offlineDays} />
    </Panel>
  );
}

function OfflineForm({ buildingId, offlineDays }: { buildingId: string; offlineDays: number }) {
  const { form, text, submit } = useForm({ days: String(offlineDays) }, ({ days }) => ({
    days: offlineDaysIn(days) === null ? "* Escribe de 1 a 90 días" : undefined,
  }));
  const saving = useMutation({
    mutationFn: (days: number) => saveOfflineDays(buildingId, days),
    onSuccess: async ({ offlineDays: days }) => {
      await refreshAccess(buildingId);
      notify(`Sin servidor, el edificio sigue abriendo ${days === 1 ? "1 día" : `${days} días`}.`, "good");
    },
    onError: (error) => void sayFailed(error),
  });
  return (
    <form
      ref={form}
      className={css["offline"]}
      noValidate
      onSubmit={submit(({ days }) => saving.mutate(offlineDaysIn(days) ?? offlineDays))}
    >
      <TextField
        {...text("days")}
        label="Días que el edificio sigue abriendo por su cuenta"
        hint={`De 1 a 90. Después solo entran quienes tienen un nivel con '${markWords.outlastsServer}'.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
      />
      <Button type="submit" look="quiet" loading={saving.isPending}>
        Guardar días
      </Button>
    </form>
  );
}
