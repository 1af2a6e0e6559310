import { type MouseEvent, type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { OpenPage } from "../../ui/OpenPage.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { ClaimDialog } from "./ClaimDialog.tsx";
import { FormField } from "./FormField.tsx";
import css from "./RegistrationPage.module.css";
import { intros, titles } from "./registration.strings.ts";
import type { RegistrationForm } from "./useRegistration.ts";

interface RegistrationPageProps {
  registration: RegistrationForm;
  /** Another way for whom this form is not. */
  aside?: ReactNode;
}

/** What the four forms share: back, logo, title, their steps, the buttons, and how far the sending is. */
export function RegistrationPage({ registration, aside }: RegistrationPageProps) {
  const { kind, form, steps, onSubmit, upload, claim } = registration;
  return (
    <>
      <OpenPage isForm>
        <div className={css["page"]}>
          <div className={css["intro"]}>
            <h1>{titles[kind]}</h1>
            {steps.isFirst ? <p>{intros[kind]}</p> : null}
          </div>
          <form ref={form} className={css["form"]} noValidate onSubmit={onSubmit}>
            <FormStep key={steps.step} registration={registration} />
            <div className={css["buttons"]}>
              {steps.isFirst ? null : (
                <Button look="quiet" onClick={steps.goBack}>
                  Atrás
                </Button>
              )}
              {steps.isLast ? (
                <Button type="submit" loading={upload.isPending}>
                  Registrarme
                </Button>
              ) : (
                <Button type="submit" onClick={onlyOnce}>
                  Continuar
                </Button>
              )}
            </div>
            <UploadProgress share={upload.share} what="tu registro" onCancel={upload.cancel} />
          </form>
          {steps.isFirst ? aside : null}
        </div>
      </OpenPage>
      <ClaimDialog claim={claim} />
    </>
  );
}

/** A double press is one: the second would find the next step, in which nothing is filled in yet. */
function onlyOnce(event: MouseEvent) {
  if (event.detail > 1) {
    event.preventDefault();
  }
}

/** One step: how far it is, and its fields. */
function FormStep({ registration }: { registration: RegistrationForm }) {
  const { steps, values } = registration;
  const id = useId();
  return (
    <fieldset className={css["step"]} aria-labelledby={id}>
      <h2 ref={steps.heading} id={id} className={css["title"]} tabIndex={-1}>
        {steps.title}
      </h2>
      <div className={css["progress"]} aria-hidden="true">
        {Array.from({ length: steps.count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has nothing else to be told by.
          <span key={index} data-done={index <= steps.step || undefined} />
        ))}
      </div>
      <div className={css["fields"]}>
        {/* Whose password it is, for the browser that keeps it: that field stands in another step. */}
        {steps.fields.includes("password") ? (
          <input type="text" autoComplete="username" value={values.cedula} readOnly hidden />
        ) : null}
        {steps.fields.map((name) => (
          <div key={name} className={css["field"]} data-field={name}>
            <FormField name={name} registration={registration} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
