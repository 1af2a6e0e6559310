import { IconSearch } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { useState } from "react";
import { HOLDER } from "../../lib/admin-paths.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { Button } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayInvalid } from "../../ui/invalid.ts";
import { ListStates, Loading } from "../../ui/ListStates.tsx";
import { DocumentField } from "../../ui/PersonFields.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { PersonAccess } from "../access-control/index.ts";
import { CardHolder } from "./CardHolder.tsx";
import css from "./CardManagerScreen.module.css";
import { Cards } from "./Cards.tsx";
import { downloadCards, findHolder, keepHolder, useHolder } from "./cards.api.ts";
import { cardSentences } from "./cards.strings.ts";
import { ValidationForm } from "./ValidationForm.tsx";

/** '/admin-dashboard/card-manager': whose document it is, and then their cards, or first who they are. */
export function CardManagerScreen() {
  const address = useListAddress([HOLDER]);
  const id = address.value(HOLDER);
  const holder = useHolder(id);
  const { form, text, set, submit } = useForm({ document: "" }, ({ document }) => ({
    document: required(document, fieldSentences.cedula),
  }));
  const consultation = useMutation({
    mutationFn: (document: string) => findHolder(document),
    onSuccess: (user) => {
      keepHolder(user);
      address.change({ [HOLDER]: user.id });
    },
    onError: (error) => {
      // Nobody's cards stay below a document that is not theirs.
      address.change({ [HOLDER]: "" });
      void sayInvalid(error);
    },
  });
  const consult = (document: string) => consultation.mutate(document);
  // Whom the address names stands in the field too.
  const [named, setNamed] = useState("");
  const cedula = holder.data?.cedula ?? named;
  if (cedula !== named) {
    setNamed(cedula);
    set("document", cedula);
  }

  return (
    <Screen loose className={css["column"]}>
      <ScreenHead>
        <div className={css["intro"]}>
          <h1>Administrador de tarjetas</h1>
          <p>Consulta a una persona por su documento para ver, asignar o cambiar sus tarjetas.</p>
        </div>
        <DownloadButton fetch={() => downloadCards()}>Descargar todas las tarjetas</DownloadButton>
      </ScreenHead>
      <search>
        <form
          ref={form}
          className={css["consult"]}
          noValidate
          onSubmit={submit(({ document }) => consult(document))}
        >
          <DocumentField {...text("document")} />
          <Button
            type="submit"
            loading={consultation.isPending}
            icon={<IconSearch aria-hidden="true" size={20} />}
          >
            Consultar
          </Button>
        </form>
      </search>
      {consultation.isPending ? (
        <Loading>
          <CardSkeletons count={2} />
        </Loading>
      ) : id === "" ? null : (
        <ListStates query={holder} skeleton={<CardSkeletons count={2} />}>
          {(user) => <Found user={user} onValidated={() => consult(user.cedula)} />}
        </ListStates>
      )}
    </Screen>
  );
}

/**
 * Who was consulted, with their cards and where they come in; their identity first, while nobody looked at it on whom the building
 * counts.
 */
const Found = ({ user, onValidated }: { user: UserDetail; onValidated(): void }) => (
  <section className={css["found"]} aria-label={user.name}>
    <CardHolder user={user} />
    {user.verified && !user.isVerifiedByOthers ? null : (
      <ValidationForm
        key={user.id}
        cedula={user.cedula}
        isByOthers={user.isVerifiedByOthers}
        onValidated={() => {
          void dialogs.success(cardSentences.validated);
          onValidated();
        }}
      />
    )}
    {user.verified ? <Cards key={`cards of ${user.id}`} user={user} /> : null}
    <PersonAccess key={`levels of ${user.id}`} person={user} />
  </section>
);
