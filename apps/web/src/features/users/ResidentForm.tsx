import { IconBrandWhatsapp, IconCopy } from "@tabler/icons-react";
import { homeRoles, leadersRoles } from "@umbral/contract/users/home-invitation-roles";
import { useState } from "react";
import { endOfDay } from "../../lib/dates.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { whatsAppPath } from "../../lib/whatsapp.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions, Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { addressOf } from "./home-address.ts";
import { useInviteToHome } from "./home-invitations.api.ts";
import type { Home } from "./members.api.ts";
import css from "./ResidentForm.module.css";
import { roleNames } from "./users.strings.ts";

const asRole = (chosen: string) => homeRoles.find((role) => role === chosen) ?? "RESIDENTE";

interface ResidentFormProps {
  home: Home;
  isAdministration: boolean;
  onDone(): void;
}

/** Who is to live in a home: a name, a mail or a telephone, a role. The role begins when they accept it. */
export function ResidentForm({ home, isAdministration, onDone }: ResidentFormProps) {
  const inviting = useInviteToHome(home.apartmentId);
  const [passOn, setPassOn] = useState<{ name: string; phone: string; link: string } | null>(null);
  const { form, text, values, submit } = useForm(
    { name: "", address: "", role: "RESIDENTE", day: "" },
    ({ name, address, role, day }) => ({
      name: required(name, "* Debes diligenciar el nombre"),
      address:
        required(address, "* Escribe un correo o un celular") ??
        (addressOf(address) === null ? "* Escribe un correo o un celular válido" : undefined),
      day: role === "RESIDENTE_TEMPORAL" ? required(day, fieldSentences.required) : undefined,
    }),
  );
  const invite = (isSent: boolean) =>
    submit(({ name, address, role: chosen, day }) => {
      const to = addressOf(address);
      if (to === null) {
        return;
      }
      const role = asRole(chosen);
      const endsAt = role === "RESIDENTE_TEMPORAL" ? endOfDay(day, home.timeZone) : null;
      inviting.mutate(
        { name: name.trim(), ...to, role, endsAt, isSent },
        {
          onSuccess: ({ linkToPassOn: link }) => {
            if (link === null) {
              notify(`Enviamos la invitación a ${to.email || to.phone}.`, "good");
              onDone();
            } else {
              setPassOn({ name: name.trim(), phone: to.phone, link });
            }
          },
          onError: (error) => void sayFailed(error),
        },
      );
    });
  if (passOn !== null) {
    return <PassOn {...passOn} home={home} onDone={onDone} />;
  }
  return (
    <Form ref={form} onSubmit={invite(true)}>
      <TextField {...text("name")} label="Nombre" autoComplete="off" maxLength={120} />
      <TextField
        {...text("address")}
        label="Celular o correo"
        hint="Allí llega la invitación, y el código con el que confirma que es esa persona."
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
      />
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
      <Actions fills>
        <Button type="submit" loading={inviting.isPending && inviting.variables.isSent}>
          Enviar invitación
        </Button>
        <Button
          look="quiet"
          icon={<IconBrandWhatsapp aria-hidden="true" size={20} />}
          loading={inviting.isPending && !inviting.variables.isSent}
          onClick={invite(false)}
        >
          Por WhatsApp
        </Button>
      </Actions>
    </Form>
  );
}

interface PassOnProps {
  name: string;
  phone: string;
  link: string;
  home: Home;
  onDone(): void;
}

/** The link, told this once. */
function PassOn({ name, phone, link, home, onDone }: PassOnProps) {
  const words = `Hola, ${name}. Te invito al apartamento ${home.apartmentName} en Umbral. Acepta antes de 7 días: ${link}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words);
      notify("Copiamos el enlace.", "good");
    } catch {
      notify("No pudimos copiar el enlace: tenlo seleccionado y cópialo tú.", "trouble");
    }
  };
  return (
    <div className={css["pass"]}>
      <p>
        Pásale este enlace a {name}. Vence en 7 días, y al aceptar le llegará un código a la dirección que
        escribiste.
      </p>
      <p className={css["link"]}>{link}</p>
      <Actions fills>
        <ButtonLink
          to={whatsAppPath(phone, words)}
          target="_blank"
          rel="noreferrer"
          icon={<IconBrandWhatsapp aria-hidden="true" size={20} />}
        >
          Abrir WhatsApp
        </ButtonLink>
        <Button look="quiet" icon={<IconCopy aria-hidden="true" size={20} />} onClick={() => void copy()}>
          Copiar enlace
        </Button>
        <Button look="quiet" onClick={onDone}>
          Listo
        </Button>
      </Actions>
    </div>
  );
}
