import { IconChevronRight, IconUserQuestion } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Mark } from "../../../ui/Logo.tsx";
import css from "./WelcomeScreen.module.css";

/** What stands on the lobby's tablet while nobody needs it. */
export function WelcomeScreen() {
  const { spaces, kiosk } = useSignedIn();
  const building = kiosk?.building ?? spaces[0]?.building;
  const worksHere = useMay("events.watch", { buildingId: building?.id ?? "" });
  const navigate = useNavigate();
  return (
    <div className={css["welcome"]}>
      <div className={css["greeting"]}>
        <Mark size={96} />
        <div>
          <h1>Te damos la bienvenida</h1>
          {building === undefined ? null : <p className={css["building"]}>{building.name}</p>}
        </div>
      </div>
      <button
        type="button"
        className={css["visitor"]}
        aria-describedby="visitor-hint"
        onClick={() => void navigate(paths.accessVisitor)}
      >
        <span className={css["icon"]} aria-hidden="true">
          <IconUserQuestion size={44} stroke={1.6} />
        </span>
        <strong>VISITANTE</strong>
        <IconChevronRight className={css["arrow"]} aria-hidden="true" size={32} />
      </button>
      <p id="visitor-hint" className={css["hint"]}>
        {worksHere
          ? "Abre el puesto de portería: apartamentos, códigos, la entrada y lo que espera."
          : "Busca el apartamento y llama a quien vive en él."}
      </p>
      {worksHere && kiosk === undefined ? (
        <p className={css["hint"]}>
          <Link className={css["pair"]} to={paths.pairKiosk}>
            Vincular equipo
          </Link>
        </p>
      ) : null}
    </div>
  );
}
