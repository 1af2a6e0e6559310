import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { BuildingAccess, BuildingHoliday } from "@umbral/contract/access-control/access-levels.contract";
import { useState } from "react";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { TextField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Form, Panel } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import css from "./Access.module.css";
import { dropHoliday, refreshAccess, saveHoliday } from "./access.api.ts";
import { dayName, holidayRemoval } from "./access.strings.ts";
import { holidayErrors } from "./access-values.ts";
import { removeAfter } from "./removing.ts";

interface HolidaysPanelProps {
  buildingId: string;
  access: BuildingAccess;
}

/** The building's own holidays, and Colombia's beside them. */
export function HolidaysPanel({ buildingId, access: { holidays } }: HolidaysPanelProps) {
  const [draft, setDraft] = useState<{ holiday: BuildingHoliday | null } | null>(null);
  const close = () => setDraft(null);
  const own = holidays.filter(({ isOwn }) => isOwn);
  const ofCountry = holidays.filter(({ isOwn }) => !isOwn);
  return (
    <Panel
      title="Festivos"
      action={
        <Button
          look="quiet"
          icon={<IconPlus aria-hidden="true" size={20} />}
          onClick={() => setDraft({ holiday: null })}
        >
          Agregar festivo
        </Button>
      }
    >
      {own.length === 0 ? (
        <p className={css["soft"]}>
          El edificio no tiene festivos propios. Agrega los días que trate como festivos, además de los del
          país.
        </p>
      ) : (
        <ul className={css["days"]} aria-label="Festivos del edificio">
          {own.map((holiday) => (
            <li key={holiday.day}>
              <span className={css["day"]}>
                <strong>{holiday.name}</strong>
                <span className={css["soft"]}>{dayName(holiday.day)}</span>
              </span>
              <span className={css["buttons"]}>
                <IconButton
                  label={`Cambiar el nombre de ${holiday.name}`}
                  onClick={() => setDraft({ holiday })}
                >
                  <IconPencil aria-hidden="true" size={22} />
                </IconButton>
                <IconButton
                  isDestructive
                  label={`Quitar el festivo ${holiday.name}`}
                  onClick={() =>
                    void removeAfter(holidayRemoval(holiday), buildingId, () =>
                      dropHoliday(buildingId, holiday.day),
                    )
                  }
                >
                  <IconTrash aria-hidden="true" size={22} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <details className={css["country"]}>
        <summary>Festivos de Colombia en los próximos 12 meses ({ofCountry.length})</summary>
        <ul aria-label="Festivos de Colombia">
          {ofCountry.map(({ day, name }) => (
            <li key={day} className={css["day"]}>
              <strong>{name}</strong>
              <span className={css["soft"]}>{dayName(day)}</span>
            </li>
          ))}
        </ul>
      </details>
      <Modal
        isOpen={draft !== null}
        title={draft?.holiday ? dayName(draft.holiday.day) : "Agregar festivo"}
        narrow
        onClose={close}
      >
        {draft === null ? null : (
          <HolidayForm buildingId={buildingId} holidays={holidays} holiday={draft.holiday} onDone={close} />
        )}
      </Modal>
    </Panel>
  );
}

interface HolidayFormProps {
  buildingId: string;
  holidays: readonly BuildingHoliday[];
  /** Null for a new one; another is renamed. */
  holiday: BuildingHoliday | null;
  onDone(): void;
}

function HolidayForm({ buildingId, holidays, holiday, onDone }: HolidayFormProps) {
  const leave = useWhileHere(onDone);
  const { form, text, submit } = useForm({ day: holiday?.day ?? "", name: holiday?.name ?? "" }, (given) =>
    holidayErrors(given, holiday === null ? holidays : []),
  );
  const saving = useMutation({
    mutationFn: (given: { day: string; name: string }) =>
      saveHoliday(buildingId, { day: given.day, name: given.name.trim() }),
    onSuccess: async () => {
      await refreshAccess(buildingId);
      leave();
    },
    onError: (error) => {
      void sayFailed(error);
      void refreshAccess(buildingId);
    },
  });
  return (
    <Form ref={form} onSubmit={submit((given) => saving.mutate(given))}>
      {holiday === null ? <TextField {...text("day")} type="date" label="Día" /> : null}
      <TextField
        {...text("name")}
        label="Nombre del festivo"
        hint="Por ejemplo, Asamblea de copropietarios."
        autoComplete="off"
        maxLength={80}
      />
      <Button type="submit" loading={saving.isPending}>
        {holiday === null ? "Agregar festivo" : "Guardar nombre"}
      </Button>
    </Form>
  );
}
