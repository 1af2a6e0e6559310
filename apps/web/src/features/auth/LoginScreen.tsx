import { useMutation } from "@tanstack/react-query";
import type { UserType } from "@umbral/contract/lib/roles";
import { lazy, type ReactNode, Suspense } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { session } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { ChoiceField, FieldError, PasswordField } from "../../ui/fields.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { Form } from "../../ui/Panel.tsx";
import { DocumentField } from "../../ui/PersonFields.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { signIn } from "./auth.api.ts";
import { LOGIN_FAILED, signInTrouble } from "./auth.strings.ts";
import css from "./LoginScreen.module.css";
import { Threshold } from "./Threshold.tsx";

const userTypes = [
  { value: "USER", label: "Ingresar como usuario" },
  { value: "ADMIN", label: "Ingresar como Administrador (bb)" },
] as const satisfies readonly { value: UserType; label: string }[];

/** For administrators alone: nobody else waits for it. */
const SecondFactorStep = lazy(async () => ({
  default: (await import("./SecondFactorStep.tsx")).SecondFactorStep,
}));

interface LoginScreenProps {
  /** Ways to register and to recover the password. */
  links?: ReactNode;
  /** Told as whom somebody signs in when the form is sent, before the answer. */
  onSend?: ((userType: UserType) => void) | undefined;
}

/** Cédula and password, for a person of a building or a platform administrator. */
export function LoginScreen({ links, onSend }: LoginScreenProps) {
  return (
    <LoginPage>
      <LoginForm onSend={onSend} />
      {links}
    </LoginPage>
  );
}

/** The page around the form, also for who is signed in and has no other place to be. */
export function LoginPage({ children }: { children: ReactNode }) {
  return (
    <div className={css["page"]}>
      <div className={css["picture"]}>
        <Threshold />
      </div>
      <main id="contenido" className={css["main"]}>
        <div className={css["card"]}>
          <div className={css["brand"]}>
            <Logo size={40} />
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}

/** The form itself, for a page that somebody has to sign in for. */
export function LoginForm({ onSend }: Pick<LoginScreenProps, "onSend">) {
  const { form, values, text, set, submit } = useForm(
    { userType: "USER" as UserType, cedula: session.lastCedula(), password: "" },
    ({ cedula, password }) => ({
      cedula: required(cedula, fieldSentences.cedula),
      password: required(password, fieldSentences.password),
    }),
  );
  const login = useMutation({ mutationFn: signIn });
  const { error, variables } = login;

  if (variables && error instanceof CallRefused && error.code.startsWith("SECOND_FACTOR")) {
    return (
      <Suspense fallback={null}>
        <SecondFactorStep credentials={variables} refusal={error} onBack={login.reset} />
      </Suspense>
    );
  }

  return (
    <Form
      ref={form}
      onSubmit={submit((credentials) => {
        onSend?.(credentials.userType);
        login.mutate(credentials);
      })}
    >
      <h1 className="um-hidden">Iniciar sesión</h1>
      <ChoiceField
        label="Tipo de usuario"
        labelHidden
        name="userType"
        value={values.userType}
        onChange={(chosen) => set("userType", chosen === "ADMIN" ? "ADMIN" : "USER")}
        options={userTypes}
      />
      <DocumentField
        {...text("cedula")}
        label="Cédula"
        autoComplete="username"
        autoFocus={values.cedula === ""}
      />
      <PasswordField
        {...text("password")}
        label="Contraseña"
        autoComplete="current-password"
        maxLength={200}
        autoFocus={values.cedula !== ""}
      />
      <div>
        <FieldError id="login-failure" error={login.isError ? LOGIN_FAILED : undefined} />
        <p className={css["reason"]} aria-live="polite">
          {login.isError ? signInTrouble(error) : null}
        </p>
      </div>
      <Button type="submit" wide loading={login.isPending}>
        Iniciar
      </Button>
    </Form>
  );
}
