import { PasswordField, SelectField, TextField } from "../../ui/fields.tsx";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { asDocumentType, hasLetters, typedCedula, typedPhone } from "./form-values.ts";
import { documentOptions } from "./registration.strings.ts";
import type { RegistrationForm } from "./useRegistration.ts";

interface PersonFieldsProps {
  registration: RegistrationForm;
}

/** The face by which the lobby and the home know somebody. */
export function PhotoField({ registration: { values, set, errorOf } }: PersonFieldsProps) {
  return (
    <PhotoPicker
      label="Foto de tu rostro"
      value={values.photo}
      error={errorOf("photo")}
      onChange={(photo) => set("photo", photo)}
    />
  );
}

export function DocumentFields({ registration: { values, set, text, errorOf } }: PersonFieldsProps) {
  const { documentType } = values;
  return (
    <>
      <SelectField
        label="Tipo de documento"
        name="documentType"
        options={documentOptions}
        value={documentType}
        error={errorOf("documentType")}
        onChange={(chosen) => {
          const type = asDocumentType(chosen);
          set("documentType", type);
          // Letters that the new kind has not would stay where nobody can type them.
          set("cedula", typedCedula(type, values.cedula));
        }}
      />
      <TextField
        {...text("cedula")}
        label="Número de documento"
        onChange={(written) => set("cedula", typedCedula(documentType, written))}
        inputMode={hasLetters(documentType) ? "text" : "numeric"}
        autoComplete="username"
        autoCapitalize="characters"
        maxLength={40}
        required
      />
    </>
  );
}

export function NameField({ registration: { text } }: PersonFieldsProps) {
  return <TextField {...text("name")} label="Nombre completo" autoComplete="name" maxLength={120} required />;
}

export function PhoneField({ registration: { text, set } }: PersonFieldsProps) {
  return (
    <TextField
      {...text("phone")}
      label="Celular"
      hint="Con 10 dígitos: nosotros agregamos el +57. Si es de otro país, comienza con + y su código."
      type="tel"
      inputMode="tel"
      onChange={(written) => set("phone", typedPhone(written))}
      autoComplete="tel-national"
      maxLength={20}
      required
    />
  );
}

export function EmailField({ registration: { text } }: PersonFieldsProps) {
  return (
    <TextField
      {...text("email")}
      label="Correo electrónico"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
    />
  );
}

export function PasswordFields({ registration: { text } }: PersonFieldsProps) {
  return (
    <>
      <PasswordField
        {...text("password")}
        label="Contraseña"
        hint="8 caracteres o más."
        autoComplete="new-password"
        maxLength={200}
        required
      />
      <PasswordField
        {...text("passwordConfirmation")}
        label="Confirmar contraseña"
        autoComplete="new-password"
        maxLength={200}
        required
      />
    </>
  );
}
