import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { OpenPage } from "../../ui/OpenPage.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { ClaimDialog } from "./ClaimDialog.tsx";
import { FormField } from "./FormField.tsx";
import { askedIn, partTitles } from "./form-fields.ts";
import css from "./RegistrationPage.module.css";
import { intros, titles } from "./registration.strings.ts";
import { TermsField } from "./TermsField.tsx";
import type { RegistrationForm } from "./useRegistration.ts";

interface RegistrationPageProps {
  registration: RegistrationForm;
  /** Another way for whom this form is not. */
  aside?: ReactNode;
}

/** What the four forms share: back, logo, title, terms, the button, and how far the sending is. */
export function RegistrationPage({ registration, aside }: RegistrationPageProps) {
  const { kind, form, values, set, errorOf, onSubmit, upload, claim } = registration;
  return (
    <>
      <OpenPage isForm>
        <div className={css["intro"]}>
          <h1>{titles[kind]}</h1>
          <p>{intros[kind]}</p>
          {aside}
        </div>
        <form ref={form} className={css["form"]} noValidate onSubmit={onSubmit}>
          <FormParts registration={registration} />
          <TermsField
            isAccepted={values.acceptTerms}
            error={errorOf("acceptTerms")}
            onChange={(isAccepted) => set("acceptTerms", isAccepted)}
          />
          <div className={css["sending"]}>
            <UploadProgress share={upload.share} what="tu registro" onCancel={upload.cancel} />
            <Button type="submit" wide loading={upload.isPending}>
              Registrarme
            </Button>
          </div>
        </form>
      </OpenPage>
      <ClaimDialog claim={claim} />
    </>
  );
}

/** What a form asks for, each part under its own title. */
function FormParts({ registration }: { registration: RegistrationForm }) {
  const asked = askedIn(registration.kind, registration.values);
  return Object.entries(partTitles).map(([part, title]) => {
    const names = asked.filter((field) => field.part === part).map(({ name }) => name);
    return title === null || names.length === 0 ? null : (
      <fieldset key={part} className={css["part"]}>
        <legend className={css["partTitle"]}>{title}</legend>
        <div className={css["fields"]}>
          {names.map((name) => (
            <FormField key={name} name={name} registration={registration} />
          ))}
        </div>
      </fieldset>
    );
  });
}
