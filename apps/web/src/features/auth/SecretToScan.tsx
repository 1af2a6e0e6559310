import { QrCode } from "../../ui/QrCode.tsx";
import css from "./SecondFactor.module.css";

interface SecretToScanProps {
  /** In base 32. */
  secret: string;
  /** What the app calls the account by. */
  cedula: string;
}

/** The secret for an app of codes: to scan, or to type. */
export function SecretToScan({ secret, cedula }: SecretToScanProps) {
  const account = encodeURIComponent(`Umbral:${cedula}`);
  const address = `otpauth://totp/${account}?secret=${secret}&issuer=Umbral`;
  return (
    <>
      <p className={css["soft"]}>
        Escanea este código con tu app de verificación (Google Authenticator, Aegis, 1Password…).
      </p>
      <QrCode text={address} label="Código QR para tu app de verificación" />
      <p className={css["soft"]}>¿No puedes escanearlo? Escribe esta clave en la app:</p>
      <p className={css["secret"]}>{secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
    </>
  );
}
