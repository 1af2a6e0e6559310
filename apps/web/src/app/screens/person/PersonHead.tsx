import {
  IconDeviceMobilePlus,
  IconIdBadge2,
  IconIdOff,
  IconMailPlus,
  IconPencil,
  IconShieldCheck,
  IconUserCheck,
  IconUserOff,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { normalPhone } from "@umbral/contract/registration/personal-data";
import type { ContactKind } from "@umbral/contract/users/contact-proposals.contract";
import type { PersonPage } from "@umbral/contract/users/person.contract";
import { type ReactNode, useState } from "react";
import { cardSentences, ValidationForm } from "../../../features/cards/index.ts";
import {
  ActivationModal,
  FreeCedulaModal,
  userQuestions,
  userSentences,
} from "../../../features/users/index.ts";
import { changedValues } from "../../../lib/changed-values.ts";
import { formatDay } from "../../../lib/dates.ts";
import { useWhileHere } from "../../../lib/useWhileHere.ts";
import { Button } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { EmailAddress } from "../../../ui/EmailAddress.tsx";
import { TextField } from "../../../ui/fields.tsx";
import { sayInvalid } from "../../../ui/invalid.ts";
import { Modal } from "../../../ui/Modal.tsx";
import { Actions, Form } from "../../../ui/Panel.tsx";
import { PhoneField } from "../../../ui/PersonFields.tsx";
import { Face } from "../../../ui/StorageImage.tsx";
import { useForm } from "../../../ui/useForm.ts";
import css from "./Person.module.css";
import { contactNames, PersonProposals, ProposalForm } from "./PersonProposals.tsx";
import { changePerson } from "./person.api.ts";

interface PersonHeadProps {
  person: PersonPage;
  onChanged(): Promise<void>;
}

type Asking = "change" | "validate" | "active" | "cedula" | ContactKind | null;

/** Who it is, and what may be done about their account. */
export function PersonHead({ person, onChanged }: PersonHeadProps) {
  const { name, alias, cedula, phone, email, active, verified, isWithoutAccount, may } = person;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  /** What was opened meanwhile stays open. */
  const doneWith = (kind: Asking) => () => {
    setAsking((now) => (now === kind ? null : now));
    void onChanged();
  };
  return (
    <header className={css["person"]}>
      <Face src={person.photo} alt={person.photo === null ? "" : `Foto de ${name}`} size={96} />
      <div className={css["who"]}>
        <h1>{name}</h1>
        {alias === "" ? null : <p className={css["soft"]}>{alias}</p>}
        <ul className={css["badges"]}>
          {isWithoutAccount ? (
            <li>Sin cuenta</li>
          ) : (
            <>
              <li data-good={active}>{active ? "Activo" : "Desactivado"}</li>
              <li data-good={verified}>{validationWords(person)}</li>
            </>
          )}
        </ul>
        {isWithoutAccount ? null : (
          <dl className={css["facts"]}>
            <Fact name="Documento">{cedula || "–"}</Fact>
            <Fact name="Celular">{phone === "" ? "–" : <a href={`tel:${phone}`}>{phone}</a>}</Fact>
            <Fact name="Correo">{email === "" ? "–" : <EmailAddress of={email} />}</Fact>
          </dl>
        )}
      </div>
      <PersonProposals person={person} onChanged={onChanged} />
      <div className={css["acts"]}>
        {may.changeAlias || may.changePhone ? (
          <Act icon={IconPencil} onPress={() => setAsking("change")}>
            Cambiar datos
          </Act>
        ) : null}
        {may.propose.map((kind) => (
          <Act
            key={kind}
            icon={kind === "phone" ? IconDeviceMobilePlus : IconMailPlus}
            onPress={() => setAsking(kind)}
          >
            {contactNames[kind].act}
          </Act>
        ))}
        {may.validate ? (
          <Act icon={verified ? IconShieldCheck : IconIdBadge2} onPress={() => setAsking("validate")}>
            {verified ? "Validar otra vez" : "Validar identidad"}
          </Act>
        ) : null}
        {may.switchActive ? (
          <Act
            icon={active ? IconUserOff : IconUserCheck}
            isDestructive={active}
            onPress={() => setAsking("active")}
          >
            {active ? "Desactivar" : "Activar"}
          </Act>
        ) : null}
        {may.freeCedula ? (
          <Act icon={IconIdOff} isDestructive onPress={() => setAsking("cedula")}>
            Recuperar cédula
          </Act>
        ) : null}
      </div>
      <Modal isOpen={asking === "change"} title={`Cambiar datos de ${name}`} narrow onClose={close}>
        {asking === "change" ? <ChangeForm person={person} onChanged={onChanged} onClose={close} /> : null}
      </Modal>
      {may.propose.map((kind) => (
        <Modal
          key={kind}
          isOpen={asking === kind}
          title={`${contactNames[kind].act} para ${name}`}
          narrow
          onClose={close}
        >
          {asking === kind ? (
            <ProposalForm person={person} kind={kind} onChanged={onChanged} onClose={close} />
          ) : null}
        </Modal>
      ))}
      <Modal isOpen={asking === "validate"} title={`Validar a ${name}`} onClose={close}>
        {asking === "validate" ? (
          <ValidationForm
            cedula={cedula}
            isInDialog
            onValidated={() => {
              doneWith("validate")();
              void dialogs.success(cardSentences.validated);
            }}
          />
        ) : null}
      </Modal>
      <ActivationModal
        user={asking === "active" ? person : null}
        onClose={close}
        onDone={doneWith("active")}
      />
      <FreeCedulaModal
        user={asking === "cedula" ? person : null}
        onClose={close}
        onDone={doneWith("cedula")}
      />
    </header>
  );
}

/** 'Verificado el 3 nov 2026 por Laura', as far as the reader may know. */
function validationWords({ verified, validation, places }: PersonPage): string {
  if (!verified) {
    return "Sin verificar";
  }
  if (validation === null) {
    return "Verificado";
  }
  const day = formatDay(validation.at, places[0]?.building.timeZone);
  return validation.by === null ? `Verificado el ${day}` : `Verificado el ${day} por ${validation.by.name}`;
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface ActProps {
  icon: typeof IconPencil;
  children: string;
  isDestructive?: boolean;
  onPress(): void;
}

const Act = ({ icon: Icon, children, isDestructive, onPress }: ActProps) => (
  <Button
    look={isDestructive ? "destructive" : "quiet"}
    icon={<Icon aria-hidden="true" size={20} />}
    onClick={onPress}
  >
    {children}
  </Button>
);

interface ChangeFormProps {
  person: PersonPage;
  onChanged(): Promise<void>;
  /** The form is done with. Where nothing was changed nothing is asked, sent or said. */
  onClose(): void;
}

function ChangeForm({ person, onChanged, onClose }: ChangeFormProps) {
  const { may } = person;
  const leave = useWhileHere(onClose);
  const [began] = useState({ alias: person.alias, phone: person.phone });
  const { form, text, submit } = useForm(began, ({ phone }) => ({
    phone:
      phone.trim() === "" || normalPhone(phone) !== null ? undefined : "* El número de teléfono no es válido",
  }));
  const saving = useMutation({
    mutationFn: (changed: Partial<typeof began>) => changePerson(person.id, changed),
    onSuccess: () => {
      leave();
      void onChanged();
      void dialogs.success(userSentences.updated);
    },
    onError: (error) => void sayInvalid(error),
  });
  const save = async (typed: typeof began) => {
    const changed = changedValues(began, typed);
    if (changed === null) {
      onClose();
      return;
    }
    const withPhone = changed.phone !== undefined;
    if (await dialogs.confirm(userQuestions.update(person.name, { withPhone }))) {
      saving.mutate(changed);
    }
  };
  return (
    <Form ref={form} onSubmit={submit((typed) => void save(typed))}>
      <TextField
        {...text("alias")}
        label="Alias"
        hint="Cómo le dice la administración."
        autoComplete="off"
        maxLength={120}
      />
      {may.changePhone ? (
        <PhoneField {...text("phone")} hint="El celular nuevo recibe sus llamadas y mensajes." />
      ) : (
        <p className={css["soft"]}>
          El celular y el correo los cambia la persona en su perfil
          {may.propose.length === 0 ? "." : ", o confirma el que le propongas."}
        </p>
      )}
      <Actions fills>
        <Button type="submit" loading={saving.isPending}>
          Guardar cambios
        </Button>
      </Actions>
    </Form>
  );
}
