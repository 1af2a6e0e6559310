import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "react-router";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { factsOf, titleOf, useLogbook } from "../../../features/logbook/index.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { paths } from "../../../lib/paths.ts";
import { useToday } from "../../../lib/useNow.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Part, RowSkeletons } from "./DeskPart.tsx";
import css from "./DeskWaiting.module.css";

/** As many as one takes in at a look; the logbook has all. */
const LAST_LINES = 5;
const everything = { search: "", group: undefined, category: undefined, first: "", last: "" };

/** The last lines of the logbook, as they come. */
export function DeskLogbook({ building }: { building: ShownBuilding }) {
  const today = useToday();
  const query = useLogbook(building, everything, { page: 1, limit: LAST_LINES });
  return (
    <Part
      title="Minuta"
      more={
        <Link className={css["more"]} to={paths.logbook}>
          Ver la minuta
          <IconChevronRight aria-hidden="true" size={18} />
        </Link>
      }
    >
      <ListStates
        query={query}
        isEmpty={({ lines }) => lines.length === 0}
        skeleton={<RowSkeletons />}
        empty={{ title: "La minuta está vacía.", isShort: true }}
      >
        {({ lines }) => (
          <ul className={css["rows"]}>
            {lines.map((line) => (
              <li key={line.id} className={css["row"]}>
                <div className={css["words"]}>
                  <h3>{line.text ?? titleOf(line)}</h3>
                  <p>
                    {[
                      formatMoment(line.at, today, building.timeZone),
                      ...(line.text === null ? [] : [titleOf(line)]),
                      factsOf(line),
                    ].join(" · ")}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Part>
  );
}
