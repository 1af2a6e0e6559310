import { IconSearch } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { fieldSentences, validationSentence } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { Loading } from "../../ui/ListStates.tsx";
import { DocumentField } from "../../ui/PersonFields.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { PersonAccess } from "../access-control/index.ts";
import { CardHolder } from "./CardHolder.tsx";
import css from "./CardManagerScreen.module.css";
import { Cards } from "./Cards.tsx";
import { downloadCards, findHolder } from "./cards.api.ts";
import { cardSentences } from "./cards.strings.ts";
import { ValidationForm } from "./ValidationForm.tsx";

/** '/admin-dashboard/card-manager': whose document it is, and then their cards, or first who they are. */
export function CardManagerScreen() {
  const { state } = useLocation();
  const given = documentIn(state);
  const { form, text, submit } = useForm({ document: given }, ({ document }) => ({
    document: required(document, fieldSentences.cedula),
  }));
  const consultation = useMutation({
    mutationFn: findHolder,
    onError: (error) => void dialogs.failure({ text: validationSentence(error) }),
  });
  const consult = (document: string) => consultation.mutate(document);
  useOnce(given, consult);
  const user = consultation.data;

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
      ) : null}
      {user === undefined ? null : (
        <section className={css["found"]} aria-label={user.name}>
          <CardHolder user={user} />
          {user.verified ? (
            <Cards key={user.id} user={user} />
          ) : (
            <ValidationForm
              key={user.id}
              cedula={user.cedula}
              onValidated={() => {
                void dialogs.success(cardSentences.validated);
                consult(user.cedula);
              }}
            />
          )}
          <PersonAccess key={`levels of ${user.id}`} person={user} />
        </section>
      )}
    </Screen>
  );
}

/** The document with which another screen leads here. Never in the address: it is somebody's. */
function documentIn(state: unknown): string {
  return typeof state === "object" &&
    state !== null &&
    "document" in state &&
    typeof state.document === "string"
    ? state.document
    : "";
}

/** Consults by itself who was named on the way here. */
function useOnce(given: string, consult: (document: string) => void) {
  const wasDone = useRef(false);
  useEffect(() => {
    if (given !== "" && !wasDone.current) {
      wasDone.current = true;
      consult(given);
    }
  });
}
