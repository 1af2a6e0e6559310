import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import { roleNames } from "../users/index.ts";
import css from "./CardHolder.module.css";

/** Who was consulted: name, document, where they are, and whether they are verified and active. */
export function CardHolder({ user }: { user: UserDetail }) {
  const { name, cedula, photo, places, active, verified } = user;
  return (
    <article className={css["holder"]}>
      <Face src={photo} alt={photo === null ? "" : `Foto de ${name}`} size={64} />
      <div className={css["words"]}>
        <h2>
          <PersonLink id={user.id}>{name}</PersonLink>
        </h2>
        <p>{cedula}</p>
        {places.map(({ roleName, buildingName, apartmentName }) => (
          <p key={`${roleName}${buildingName}${apartmentName}`} className={css["place"]}>
            {[roleNames[roleName], apartmentName, buildingName].filter(Boolean).join(" · ")}
          </p>
        ))}
      </div>
      <ul className={css["badges"]}>
        <li data-good={verified}>{verified ? "Verificado" : "Sin verificar"}</li>
        <li data-good={active}>{active ? "Activo" : "Desactivado"}</li>
      </ul>
    </article>
  );
}
