import { useMutation } from "@tanstack/react-query";
import {
  type DocumentType,
  documentTypes,
  isCedulaOf,
  normalCedula,
  normalPhone,
} from "@umbral/contract/registration/personal-data";
import type { StaffMember, StaffRole } from "@umbral/contract/users/staff.contract";
import { staffRoles } from "@umbral/contract/users/staff-roles";
import { dayOf, endOfDay } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useMay } from "../../lib/useMay.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form, Pair } from "../../ui/Panel.tsx";
import { DocumentField, EmailField, PhoneField } from "../../ui/PersonFields.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { documentOptions } from "../registration/index.ts";
import { changeMemberOfStaff, type Invitation, inviteTo } from "./staff.api.ts";
import { roleNames } from "./users.strings.ts";

/** The role ADMINISTRADOR is given by the platform alone (decisions §9); whoever has it keeps it in the list. */
const useRoleOptions = (current?: StaffRole) => {
  const isOfPlatform = useMay("platform.administer");
  return staffRoles
    .filter((role) => role !== "ADMINISTRADOR" || isOfPlatform || current === role)
    .map((role) => ({ value: role, label: roleNames[role] }));
};
const asRole = (chosen: string): StaffRole => staffRoles.find((role) => role === chosen) ?? "PORTERIA";
const asDocumentType = (chosen: string): DocumentType =>
  documentTypes.find((type) => type === chosen) ?? "CEDULA_CIUDADANIA";

const endOf = (day: string, timeZone: string): string | null => (day === "" ? null : endOfDay(day, timeZone));

interface FormProps {
  buildingId: string;
  timeZone: string;
  onDone(): void;
}

/** Who is invited, and where: the role begins when it is accepted at that mail or telephone. */
export function InviteForm({ buildingId, timeZone, onDone }: FormProps) {
  const { form, text, submit } = useForm(
    {
      documentType: "CEDULA_CIUDADANIA",
      cedula: "",
      name: "",
      email: "",
      phone: "",
      role: "PORTERIA",
      day: "",
    },
    ({ documentType, cedula, name, email, phone }) => ({
      cedula:
        required(cedula, fieldSentences.cedula) ??
        (isCedulaOf(asDocumentType(documentType), normalCedula(cedula))
          ? undefined
          : "* Revisa el número de documento"),
      name: required(name, "* Debes diligenciar el nombre"),
      email:
        email.trim() === ""
          ? required(phone, "* Escribe un correo o un celular")
          : /^\S+@\S+\.\S+$/.test(email.trim())
            ? undefined
            : "* Escribe un correo válido",
      phone:
        phone.trim() !== "" && normalPhone(phone) === null
          ? "* El número de teléfono no es válido"
          : undefined,
    }),
  );
  const roleOptions = useRoleOptions();
  const inviting = useMutation({
    mutationFn: (invitation: Invitation) => inviteTo(buildingId, invitation),
    onSuccess: async ({ invitation }) => {
      if (invitation.hasConflict) {
        await dialogs.failure({
          title: "Esa cédula ya tiene una cuenta",
          text: `La invitación salió, pero esa cuenta tiene otro correo o celular y ${invitation.name} no podrá aceptar. Invita con los datos de su cuenta o, si la cuenta es de otra persona, recupera la cédula en Usuarios.`,
        });
      } else {
        notify(`Enviamos la invitación a ${invitation.email || invitation.phone}.`, "good");
      }
      await refreshEverything();
      onDone();
    },
    onError: (error) => void sayFailed(error),
  });
  return (
    <Form
      ref={form}
      onSubmit={submit((given) =>
        inviting.mutate({
          cedula: given.cedula,
          documentType: asDocumentType(given.documentType),
          name: given.name,
          email: given.email.trim(),
          phone: given.phone,
          role: asRole(given.role),
          endsAt: endOf(given.day, timeZone),
        }),
      )}
      foot={
        <Button type="submit" loading={inviting.isPending}>
          Enviar invitación
        </Button>
      }
    >
      <Pair>
        <SelectField {...text("role")} label="Rol" options={roleOptions} />
        <TextField {...text("name")} label="Nombre completo" autoComplete="off" maxLength={120} />
        <SelectField {...text("documentType")} label="Tipo de documento" options={documentOptions} />
        <DocumentField {...text("cedula")} />
        <EmailField
          {...text("email")}
          hint="Allí llega la invitación. Sin correo, llega por mensaje de texto al celular."
        />
        <PhoneField {...text("phone")} />
        <TextField {...text("day")} label="Hasta (opcional)" type="date" />
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
  const { form, text, submit } = useForm(
    { role: String(member.role), day: member.endsAt === null ? "" : dayOf(member.endsAt, timeZone) },
    () => ({}),
  );
  const roleOptions = useRoleOptions(member.role);
  const saving = useMutation({
    mutationFn: ({ role, day }: { role: string; day: string }) =>
      changeMemberOfStaff(buildingId, member.id, { role: asRole(role), endsAt: endOf(day, timeZone) }),
    onSuccess: async () => {
      await refreshEverything();
      onDone();
    },
    onError: (error) => void sayFailed(error),
  });
  return (
    <Form ref={form} onSubmit={submit((given) => saving.mutate(given))}>
      <Pair>
        <SelectField {...text("role")} label="Rol" options={roleOptions} />
        <TextField {...text("day")} label="Hasta (opcional)" type="date" />
      </Pair>
      <Button type="submit" loading={saving.isPending}>
        Guardar cambios
      </Button>
    </Form>
  );
}
