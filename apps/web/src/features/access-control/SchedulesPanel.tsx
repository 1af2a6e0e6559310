import { IconCalendarTime, IconClock, IconKey, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { AccessSchedule, BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { holidayWords, scheduleWords } from "@umbral/contract/access-control/access-words";
import { useState } from "react";
import { capital } from "../../lib/capital.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { Empty } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import css from "./Access.module.css";
import { dropSchedule } from "./access.api.ts";
import { namesWords, scheduleDeletion, scheduleInUse } from "./access.strings.ts";
import { Fact } from "./Fact.tsx";
import { removeAfter } from "./removing.ts";
import { ScheduleForm } from "./ScheduleForm.tsx";

interface SchedulesPanelProps {
  buildingId: string;
  access: BuildingAccess;
}

/** The hours that levels keep to. */
export function SchedulesPanel({ buildingId, access }: SchedulesPanelProps) {
  const [draft, setDraft] = useState<{ schedule: AccessSchedule | null } | null>(null);
  const close = () => setDraft(null);
  const create = (
    <Button
      look="quiet"
      icon={<IconPlus aria-hidden="true" size={20} />}
      onClick={() => setDraft({ schedule: null })}
    >
      Crear horario
    </Button>
  );
  const levelsOf = (schedule: AccessSchedule) =>
    access.levels.filter(({ scheduleId }) => scheduleId === schedule.id).map(({ name }) => name);
  const remove = async (schedule: AccessSchedule) => {
    const levels = levelsOf(schedule);
    await (levels.length > 0
      ? dialogs.failure(scheduleInUse(schedule, levels))
      : removeAfter(scheduleDeletion(schedule), buildingId, () => dropSchedule(buildingId, schedule.id)));
  };
  return (
    <Panel title="Horarios" action={access.schedules.length > 0 ? create : null}>
      {access.schedules.length === 0 ? (
        <Empty
          title="Este edificio todavía no tiene horarios."
          hint="Sin un horario, quien tiene un nivel entra a cualquier hora."
          icon={<IconCalendarTime size={32} stroke={1.6} />}
          action={create}
        />
      ) : (
        <ul className={css["cards"]} aria-label="Horarios">
          {access.schedules.map((schedule) => (
            <li key={schedule.id} className={css["card"]}>
              <div className={css["head"]}>
                <h3>{schedule.name}</h3>
                <span className={css["buttons"]}>
                  <IconButton
                    label={`Cambiar el horario ${schedule.name}`}
                    onClick={() => setDraft({ schedule })}
                  >
                    <IconPencil aria-hidden="true" size={22} />
                  </IconButton>
                  <IconButton
                    isDestructive
                    label={`Eliminar el horario ${schedule.name}`}
                    onClick={() => void remove(schedule)}
                  >
                    <IconTrash aria-hidden="true" size={22} />
                  </IconButton>
                </span>
              </div>
              <ul className={css["facts"]}>
                <Fact icon={<IconClock size={20} />}>
                  {capital(scheduleWords(schedule))}
                  <span className={css["soft"]}>{holidayWords(schedule)}</span>
                </Fact>
                <Fact icon={<IconKey size={20} />}>{namesWords(levelsOf(schedule))}</Fact>
              </ul>
            </li>
          ))}
        </ul>
      )}
      <Modal
        isOpen={draft !== null}
        title={draft?.schedule ? `Horario ${draft.schedule.name}` : "Crear horario"}
        onClose={close}
      >
        {draft === null ? null : (
          <ScheduleForm buildingId={buildingId} schedule={draft.schedule} onDone={close} />
        )}
      </Modal>
    </Panel>
  );
}
