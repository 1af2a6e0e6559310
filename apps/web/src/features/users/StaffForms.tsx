import { useMutation } from "@tanstack/react-query";
import {
  type DocumentType,
  documentTypes,
  isCedulaOf,
  normalCedula,
  normalPhone,
} from "@umbral/contract/registration/personal-data";
import type { StaffMember, StaffRole } from "@umbral/contract/users/staff.contract";
import { dayOf, endOfDay } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/making.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Form, Pair } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { documentOptions } from "../registration/registration.strings.ts";
import { changeMemberOfStaff, type Invitation, inviteTo } from "./staff.api.ts";
import { roleNames } from "./users.strings.ts";

const staffRoles: readonly StaffRole[] = [
  "ADMINISTRADOR",
  "PORTERIA",
  "CONSERJE",
  "EMPLEADO_ADMINISTRATIVO",
  "SERVICIOS",
  "POLICIA",
  "ACCIONISTA",
];
const roleOptions = staffRoles.map((role) => ({ value: role, label: roleNames[role] }));
const asRole = (chosen: string): StaffRole => staffRoles.find((role) => role === chosen) ?? "PORTERIA";
const asDocumentType = (chosen: string): DocumentType =>
  documentTypes.find((type) => type === chosen) ?? "CEDULA_CIUDADANIA";

const endOf = (day: string, timeZone: string): string | null => (day === "" ? null : endOfDay(day, timeZone));

interface FormProps {
  buildingId: string;
  timeZone: string;
  onDone(): void;
}

/** Who is invited: what is said of them counts for an account that is new. */
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
        required(email, "* Debes diligenciar el email") ??
        (/^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : "* Escribe un correo válido"),
      phone:
        required(phone, "* Debes diligenciar el teléfono") ??
        (normalPhone(phone) === null ? "* Escribe un número de teléfono válido" : undefined),
    }),
  );
  const inviting = useMutation({
    mutationFn: (invitation: Invitation) => inviteTo(buildingId, invitation),
    onSuccess: async ({ member }) => {
      notify(
        member.user.hasPassword
          ? `${member.user.name} ya tenía cuenta: su nuevo rol está activo.`
          : `Enviamos la invitación a ${member.user.email}.`,
        "good",
      );
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
    >
      <Pair>
        <SelectField {...text("role")} label="Rol" options={roleOptions} />
        <TextField {...text("name")} label="Nombre completo" autoComplete="off" maxLength={120} />
        <SelectField {...text("documentType")} label="Tipo de documento" options={documentOptions} />
        <TextField
          {...text("cedula")}
          label="Número de documento"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
        />
        <TextField
          {...text("email")}
          label="Correo"
          hint="Allí llega la invitación para crear su contraseña."
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextField
          {...text("phone")}
          label="Celular"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
        />
        <TextField {...text("day")} label="Hasta (opcional)" type="date" />
      </Pair>
      <Button type="submit" loading={inviting.isPending}>
        Enviar invitación
      </Button>
    </Form>
  );
}

/** What somebody is in the building, and until when. */
export function StaffForm({ buildingId, timeZone, member, onDone }: FormProps & { member: StaffMember }) {
  const { form, text, submit } = useForm(
    { role: String(member.role), day: member.endsAt === null ? "" : dayOf(member.endsAt, timeZone) },
    () => ({}),
  );
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
