import { useMutation } from "@tanstack/react-query";
import {
  type DocumentType,
  documentTypes,
  isCedulaOf,
  normalCedula,
} from "@umbral/contract/registration/personal-data";
import type { StaffMember, StaffRole } from "@umbral/contract/users/staff.contract";
import { staffRoles } from "@umbral/contract/users/staff-roles";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { useMay } from "../../lib/useMay.ts";
import { useMessageWays } from "../../lib/useMessageWays.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form, Pair } from "../../ui/Panel.tsx";
import { DocumentField } from "../../ui/PersonFields.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { documentOptions } from "../registration/index.ts";
import { AddressField } from "./AddressField.tsx";
import { addressError, addressOf } from "./home-address.ts";
import { InviteActions } from "./InviteActions.tsx";
import { type MadeLink, PassOn, tellLink } from "./PassOn.tsx";
import { endOf, RoleForm } from "./RoleForm.tsx";
import { roleOptionsOf } from "./role-options.ts";
import { changeMemberOfStaff, type Invitation, inviteTo } from "./staff.api.ts";
import { useStaffRoles } from "./staff-options.ts";
import { roleNames } from "./users.strings.ts";

const asRole = (chosen: string): StaffRole => staffRoles.find((role) => role === chosen) ?? "PORTERIA";
const asDocumentType = (chosen: string): DocumentType =>
  documentTypes.find((type) => type === chosen) ?? "CEDULA_CIUDADANIA";

interface FormProps {
  buildingId: string;
  timeZone: string;
  onDone(): void;
}

/** Who is invited, and where: the role begins when it is accepted at that mail or telephone. */
export function InviteForm({ buildingId, timeZone, onDone }: FormProps) {
  const leave = useWhileHere(onDone);
  const [passOn, setPassOn] = useState<MadeLink | null>(null);
  const ways = useMessageWays();
  const recovering = useMay("platform.administer")
    ? "recupera la cédula en Usuarios"
    : "pide a la plataforma que recupere la cédula";
  const { form, text, submit } = useForm(
    { documentType: "CEDULA_CIUDADANIA", cedula: "", name: "", address: "", role: "PORTERIA", day: "" },
    ({ documentType, cedula, name, address }) => ({
      name: required(name, "* Debes diligenciar el nombre"),
      address: addressError(address, ways),
      cedula:
        cedula.trim() === "" || isCedulaOf(asDocumentType(documentType), normalCedula(cedula))
          ? undefined
          : "* Revisa el número de documento",
    }),
  );
  const roleOptions = roleOptionsOf(useStaffRoles());
  const inviting = useMutation({
    mutationFn: (invitation: Invitation) => inviteTo(buildingId, invitation),
    onSuccess: async ({ invitation, linkToPassOn: link }) => {
      await refreshEverything();
      const { name, email, phone } = invitation;
      if (invitation.hasConflict) {
        await dialogs.failure({
          title: "Esa cédula ya tiene una cuenta",
          text: `${link === null ? "La invitación salió, pero" : "El enlace no serviría:"} esa cuenta tiene otro correo o celular y ${name} no podrá aceptar. Invita con los datos de su cuenta o, si la cuenta es de otra persona, ${recovering}.`,
        });
      } else if (link !== null) {
        const role = asRole(invitation.role);
        const made = { name, phone, link, to: `a Umbral con el rol de ${roleNames[role]}` };
        if (form.current === null) {
          await tellLink(made);
        } else {
          setPassOn(made);
        }
        return;
      } else {
        notify(`Enviamos la invitación a ${email || phone}.`, "good");
      }
      leave();
    },
    onError: (error) => void sayFailed(error),
  });
  const invite = (isSent: boolean) =>
    submit(({ address, ...given }) => {
      const to = addressOf(address);
      if (to !== null) {
        inviting.mutate({
          cedula: given.cedula.trim(),
          documentType: asDocumentType(given.documentType),
          name: given.name.trim(),
          ...to,
          role: asRole(given.role),
          endsAt: endOf(given.day, timeZone),
          isSent,
        });
      }
    });
  if (passOn !== null) {
    return <PassOn {...passOn} onDone={onDone} />;
  }
  return (
    <Form
      ref={form}
      onSubmit={invite(true)}
      foot={
        <InviteActions
          leaving={inviting.isPending ? inviting.variables : undefined}
          onPassOn={invite(false)}
        />
      }
    >
      <Pair>
        <SelectField {...text("role")} label="Rol" options={roleOptions} />
        <TextField {...text("name")} label="Nombre completo" autoComplete="off" maxLength={120} />
        <AddressField {...text("address")} />
        <TextField {...text("day")} label="Hasta (opcional)" type="date" />
        <SelectField {...text("documentType")} label="Tipo de documento" options={documentOptions} />
        <DocumentField
          {...text("cedula")}
          label="Número de documento (opcional)"
          hint="Sin él, lo dice la persona cuando acepta."
        />
      </Pair>
    </Form>
  );
}

/** What somebody is in the building, and until when. */
export function StaffForm({
  buildingId,
  timeZone,
  member,
  onDone,
}: FormProps & { member: Pick<StaffMember, "id" | "role" | "endsAt"> }) {
  return (
    <RoleForm
      roles={useStaffRoles(member.role)}
      role={member.role}
      endsAt={member.endsAt}
      timeZone={timeZone}
      save={(to) => changeMemberOfStaff(buildingId, member.id, to)}
      onDone={onDone}
    />
  );
}
