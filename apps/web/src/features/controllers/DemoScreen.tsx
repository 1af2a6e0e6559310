import { IconExternalLink, IconMailbox, IconTheater } from "@tabler/icons-react";
import { Link } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { paths } from "../../lib/paths.ts";
import { DemoPage } from "../../ui/DemoPage.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { DemoBuilding } from "./DemoBuilding.tsx";
import css from "./DemoScreen.module.css";
import { useDemonstration } from "./demonstration.api.ts";

/** '/demo': the street, the corridor and the machine room of the demonstration's buildings. */
export function DemoScreen() {
  return (
    <DemoPage
      way={
        <a href={paths.root} target="_blank" rel="noreferrer">
          Abrir Umbral
          <IconExternalLink aria-hidden="true" size={18} />
          <span className="um-hidden">(en otra pestaña)</span>
        </a>
      }
      intro={
        <>
          <h1>El otro lado del edificio</h1>
          <p>
            Aquí eres quien sale, quien pasa por la calle y quien tropieza con el cable. Haz que pase algo y
            míralo en Umbral.
          </p>
          <Link to={paths.demoOutbox}>
            <IconMailbox aria-hidden="true" size={20} />
            Leer el buzón
          </Link>
        </>
      }
    >
      <Buildings />
    </DemoPage>
  );
}

function Buildings() {
  const query = useDemonstration();
  if (query.error instanceof CallRefused && query.data === undefined) {
    return (
      <Empty
        icon={<IconTheater size={32} stroke={1.6} />}
        title="Aquí no hay demostración."
        hint="Solo existe en la máquina donde Umbral arrancó con los edificios de demostración."
      />
    );
  }
  return (
    <ListStates
      query={query}
      isEmpty={(buildings) => buildings.length === 0}
      skeleton={
        <div className={css["buildings"]}>
          <Skeleton height="28rem" />
          <Skeleton height="28rem" />
        </div>
      }
      empty={{
        icon: <IconTheater size={32} stroke={1.6} />,
        title: "No quedan edificios de demostración.",
        hint: "Arranca Umbral con una carpeta de datos nueva (DATA_DIR) para tenerlos otra vez.",
      }}
    >
      {(buildings) => (
        <div className={css["buildings"]}>
          {buildings.map((building) => (
            <DemoBuilding key={building.id} building={building} />
          ))}
        </div>
      )}
    </ListStates>
  );
}
