import { useMutation } from "@tanstack/react-query";
import { homeRoles, leadersRoles } from "@umbral/contract/users/home-invitation-roles";
import { useState } from "react";
import { endOfDay } from "../../lib/dates.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useMessageWays } from "../../lib/useMessageWays.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { AddressField } from "./AddressField.tsx";
import { addressError, addressOf } from "./home-address.ts";
import { inviteResident, type NewResident, refreshHomeInvitations } from "./home-invitations.api.ts";
import { InviteActions } from "./InviteActions.tsx";
import type { Home } from "./members.api.ts";
import { type MadeLink, PassOn, tellLink } from "./PassOn.tsx";
import { roleNames } from "./users.strings.ts";

const asRole = (chosen: string) => homeRoles.find((role) => role === chosen) ?? "RESIDENTE";

interface ResidentFormProps {
  home: Home;
  isAdministration: boolean;
  onDone(): void;
}

/** Who is to live in a home: a name, a mail or a telephone, a role. The role begins when they accept it. */
export function ResidentForm({ home, isAdministration, onDone }: ResidentFormProps) {
  const leave = useWhileHere(onDone);
  const ways = useMessageWays();
  const [passOn, setPassOn] = useState<MadeLink | null>(null);
  const { form, text, values, submit } = useForm(
    { name: "", address: "", role: "RESIDENTE", day: "" },
    ({ name, address, role, day }) => ({
      name: required(name, "* Debes diligenciar el nombre"),
      address: addressError(address, ways),
      day: role === "RESIDENTE_TEMPORAL" ? required(day, fieldSentences.required) : undefined,
    }),
  );
  // What became of it is told also to who closed the form meanwhile.
  const inviting = useMutation({
    mutationFn: (resident: NewResident) => inviteResident(home.apartmentId, resident),
    onSuccess: ({ linkToPassOn: link }, { name, email, phone }) => {
      const to = `al apartamento ${home.apartmentName} en Umbral`;
      if (link === null) {
        notify(`Enviamos la invitación a ${email || phone}.`, "good");
        leave();
      } else if (form.current === null) {
        void tellLink({ name, phone, link, to });
      } else {
        setPassOn({ name, phone, link, to });
      }
    },
    onError: (error) => void sayFailed(error),
    onSettled: () => void refreshHomeInvitations(home.apartmentId),
  });
  const invite = (isSent: boolean) =>
    submit(({ name, address, role: chosen, day }) => {
      const to = addressOf(address);
      if (to === null) {
        return;
      }
      const role = asRole(chosen);
      const endsAt = role === "RESIDENTE_TEMPORAL" ? endOfDay(day, home.timeZone) : null;
      inviting.mutate({ name: name.trim(), ...to, role, endsAt, isSent });
    });
  if (passOn !== null) {
    return <PassOn {...passOn} onDone={onDone} />;
  }
  return (
    <Form ref={form} onSubmit={invite(true)}>
      <TextField {...text("name")} label="Nombre" autoComplete="off" maxLength={120} />
      <AddressField {...text("address")} />
      <SelectField
        {...text("role")}
        label="Rol"
        options={(isAdministration ? homeRoles : leadersRoles).map((role) => ({
          value: role,
          label: roleNames[role],
        }))}
      />
      {values.role === "RESIDENTE_TEMPORAL" ? (
        <TextField {...text("day")} label="Último día" type="date" />
      ) : null}
      <InviteActions leaving={inviting.isPending ? inviting.variables : undefined} onPassOn={invite(false)} />
    </Form>
  );
}
