import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { paths } from "../../lib/paths.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useMessageWays } from "../../lib/useMessageWays.ts";
import { useToday } from "../../lib/useNow.ts";
import { session, useSession } from "../../lib/useSession.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { DocumentField } from "../../ui/PersonFields.tsx";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { WayLink } from "../../ui/WayLink.tsx";
import { useBuildings } from "../buildings/index.ts";
import { toExpress } from "../registration/index.ts";
import css from "./AskCodeScreen.module.css";
import { BuildingSelect } from "./BuildingSelect.tsx";
import { GivenCodeCard } from "./GivenCodeCard.tsx";
import { type GivenCode, givenCodeIn } from "./given-code.ts";
import { askForCode } from "./visits.api.ts";
import { visitFieldSentences, visitSentences } from "./visits.strings.ts";

/** '/visits/code': a picture, a building and a document number give the code of today's visit. */
export function AskCodeScreen() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isSignedIn = useSession() !== null;
  const given = givenCodeIn(state, useToday());
  const show = (code: GivenCode | null) => {
    void navigate(paths.visitCode, { replace: true, state: code === null ? null : { given: code } });
  };
  return (
    <div className={css["screen"]}>
      {given === null ? (
        <AskCodeForm onGiven={show} />
      ) : (
        <GivenCodeCard given={given} onAnother={() => show(null)} />
      )}
      {isSignedIn ? null : (
        // Who registered quickly completes it there.
        <WayLink to={paths.visitorRegistration}>¿Vienes seguido? Completa tu registro de visitante</WayLink>
      )}
    </div>
  );
}

function AskCodeForm({ onGiven }: { onGiven(given: GivenCode): void }) {
  const navigate = useNavigate();
  const buildings = useBuildings();
  const ways = useMessageWays();
  const { form, values, errors, text, set, submit } = useForm(
    { photo: null as File | null, buildingId: ownBuilding(), cedula: session.lastCedula() },
    ({ photo, buildingId, cedula }) => ({
      photo: required(photo, visitFieldSentences.photo),
      buildingId: required(buildingId, visitFieldSentences.building),
      cedula: required(cedula, visitFieldSentences.cedula),
    }),
  );
  useOnlyOne(buildings.data, values.buildingId, (id) => set("buildingId", id));

  const request = useUpload(askForCode, {
    done: ({ code, visit: { building, expiresAt } }) =>
      onGiven({
        code,
        buildingName: building.name,
        timeZone: building.timeZone,
        expiresAt,
        givenAt: Date.now(),
        isTexted: ways?.includes("sms") === true,
      }),
    failed: (error, given) => {
      if (error instanceof CallRefused && error.code === "VISITOR_NOT_KNOWN") {
        // The quick registration takes over what was given here, and leads back: it was for a code.
        void dialogs.failure(visitSentences.notKnown).then(() => {
          toExpress.give(given);
          return navigate(paths.expressRegistration, { state: { origin: paths.visitCode } });
        });
      } else {
        void dialogs.failure({ text: sentenceFor(error) });
      }
    },
  });

  return (
    <>
      <div className={css["intro"]}>
        <h1>Solicitar código de ingreso</h1>
        <p>Te damos un código de seis números para entrar hoy. Muéstralo en la portería cuando llegues.</p>
      </div>
      <form
        ref={form}
        className={css["form"]}
        noValidate
        onSubmit={submit(
          ({ photo, buildingId, cedula }) => {
            if (photo !== null) {
              request.begin({ photo, buildingId, cedula });
            }
          },
          () => dialogs.failure(visitSentences.incomplete),
        )}
      >
        <PhotoPicker
          label="Foto de tu rostro"
          value={values.photo}
          onChange={(photo) => set("photo", photo)}
          error={errors.photo}
        />
        <BuildingSelect
          query={buildings}
          value={values.buildingId}
          onChange={(id) => set("buildingId", id)}
          error={errors.buildingId}
        />
        <DocumentField {...text("cedula")} hint="El mismo con el que te registraste." />
        <div className={css["sending"]}>
          <Button type="submit" wide loading={request.isPending}>
            Solicitar código
          </Button>
          <UploadProgress share={request.share} what="tu solicitud" onCancel={request.cancel} />
        </div>
      </form>
    </>
  );
}

/** The building of who is known in one alone. */
function ownBuilding(): string {
  const [only, ...others] = new Set(session.current()?.spaces.map(({ building }) => building.id));
  return only !== undefined && others.length === 0 ? only : "";
}

/** Where there is one building only, it is the one. */
function useOnlyOne(
  buildings: readonly { id: string }[] | undefined,
  chosen: string,
  choose: (id: string) => void,
) {
  const [only, ...others] = buildings ?? [];
  const single = others.length === 0 ? only?.id : undefined;
  useEffect(() => {
    if (chosen === "" && single !== undefined) {
      choose(single);
    }
  });
}
