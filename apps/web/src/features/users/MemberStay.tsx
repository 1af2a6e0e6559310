import type { Member } from "@umbral/contract/users/members.contract";
import { useState } from "react";
import { dayOf, endOfDay } from "../../lib/dates.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { ChoiceField, TextField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { useForm } from "../../ui/useForm.ts";
import css from "./Members.module.css";
import { type Home, useChangeMember } from "./members.api.ts";
import { roleNames } from "./users.strings.ts";

/** Whose stay it is, and how they stay now. */
type Staying = Pick<Member, "roles" | "endsAt"> & { user: Pick<Member["user"], "id" | "name"> };

interface MemberStayProps {
  /** Null while nobody's is changed. */
  member: Staying | null;
  home: Home;
  onClose(): void;
}

/** Makes somebody a resident for good or for a time, and says until when. */
export function MemberStay({ member, home, onClose }: MemberStayProps) {
  const [drawn, setDrawn] = useState(member);
  if (member !== null && member !== drawn) {
    setDrawn(member);
  }
  return (
    <Modal
      isOpen={member !== null}
      title={drawn === null ? "" : `Estadía de ${drawn.user.name}`}
      narrow
      onClose={onClose}
    >
      {drawn === null ? null : <StayForm key={drawn.user.id} member={drawn} home={home} onDone={onClose} />}
    </Modal>
  );
}

const options = (["RESIDENTE", "RESIDENTE_TEMPORAL"] as const).map((role) => ({
  value: role,
  label: roleNames[role],
}));

const TOO_EARLY = "* La fecha de salida debe estar en el futuro";

function StayForm({ member, home, onDone }: { member: Staying; home: Home; onDone(): void }) {
  const leave = useWhileHere(onDone);
  const change = useChangeMember(home.apartmentId);
  const isTemporaryNow = member.roles.includes("RESIDENTE_TEMPORAL");
  const form = useForm(
    {
      role: isTemporaryNow ? "RESIDENTE_TEMPORAL" : "RESIDENTE",
      lastDay: member.endsAt === null ? "" : dayOf(member.endsAt, home.timeZone),
    },
    ({ role, lastDay }) => ({
      lastDay:
        role === "RESIDENTE"
          ? undefined
          : lastDay === ""
            ? fieldSentences.required
            : Date.parse(endOfDay(lastDay, home.timeZone)) <= Date.now()
              ? TOO_EARLY
              : undefined,
    }),
  );

  const save = async ({ role, lastDay }: { role: string; lastDay: string }) => {
    const stay =
      role === "RESIDENTE"
        ? ({ role } as const)
        : ({ role: "RESIDENTE_TEMPORAL", endsAt: endOfDay(lastDay, home.timeZone) } as const);
    try {
      await change.mutateAsync({ userId: member.user.id, stay });
      leave();
      notify(`Guardamos cómo vive aquí ${member.user.name}.`, "good");
    } catch (error) {
      await sayFailed(error);
    }
  };

  return (
    <form
      ref={form.form}
      className={css["form"]}
      noValidate
      onSubmit={form.submit((values) => void save(values))}
    >
      <ChoiceField
        label="Vive aquí como"
        name="role"
        value={form.values.role}
        onChange={(role) => form.set("role", role)}
        options={options}
      />
      {form.values.role === "RESIDENTE" ? null : (
        <TextField
          label="Último día"
          type="date"
          hint="Su acceso termina solo al acabar ese día."
          {...form.text("lastDay")}
        />
      )}
      <Button type="submit" wide loading={change.isPending}>
        Guardar cambios
      </Button>
    </form>
  );
}
