import { createPortal } from "react-dom";
import { QrCode } from "../../ui/QrCode.tsx";
import css from "./SignSheet.module.css";

interface SignSheetProps {
  buildingName: string;
  address: string;
}

/** What hangs at the entrance: the building, a QR, one sentence, and the address for who cannot scan. */
export function SignSheet({ buildingName, address }: SignSheetProps) {
  return (
    <div className={css["sheet"]}>
      <p className={css["building"]}>{buildingName}</p>
      <p className={css["title"]}>Timbra desde tu celular</p>
      <div className={css["qr"]}>
        <QrCode text={address} label="Código QR del letrero" />
      </div>
      <p className={css["how"]}>Apunta la cámara al código y elige el apartamento que visitas.</p>
      <p className={css["address"]}>{address.replace(/^https?:\/\//, "")}</p>
    </div>
  );
}

/** The same, for the printer alone: one A5 page, and nothing of the screen beside it. */
export const PrintedSheet = (props: SignSheetProps) =>
  createPortal(
    <div className={css["printed"]} aria-hidden="true">
      <SignSheet {...props} />
    </div>,
    document.body,
  );
