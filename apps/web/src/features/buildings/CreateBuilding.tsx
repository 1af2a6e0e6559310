import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { buildingSettingsPath } from "../../lib/admin-paths.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { Modal } from "../../ui/Modal.tsx";
import { makeBuilding } from "./administering.api.ts";
import { BuildingForm } from "./BuildingForm.tsx";

/** 'Crear edificio', and on to what it still needs. */
export function CreateBuilding() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: makeBuilding,
    onSuccess: async ({ building }) => {
      void refreshEverything();
      setOpen(false);
      await navigate(buildingSettingsPath(building.id, "torres"));
    },
    onError: (error) => void sayFailed(error),
  });
  return (
    <>
      <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
        Crear edificio
      </Button>
      <Modal isOpen={isOpen} title="Crear edificio" onClose={() => setOpen(false)}>
        <BuildingForm
          building={null}
          isSaving={creation.isPending}
          onSave={(fields) => creation.mutate(fields)}
        />
      </Modal>
    </>
  );
}
