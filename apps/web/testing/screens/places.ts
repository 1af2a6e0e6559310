import type { BuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import {
  listApartments,
  listBuildings,
  listFloors,
  listTowers,
} from "@umbral/contract/buildings/buildings.contract";
import { readControllers } from "@umbral/contract/controllers/registering.contract";
import { almendros, idOf, mirador } from "./people.ts";
import { Replies } from "./replies.ts";

/** Mirador as its settings show it. */
export const miradorSettings: BuildingSettings = {
  ...mirador,
  address1: "Calle 100 # 10-20",
  city: "Bogotá",
  state: "Bogotá D.C.",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  opensByPhone: false,
  siren: null,
  intrusionRetentionDays: 30,
  keepsClips: true,
  clipsKeptDays: 14,
  clipsFetched: [],
  identityRetentionDays: 90,
  deskPicture: "may",
  deskDocument: "no",
};

const towers = [
  { id: idOf(0x70a), name: "A" },
  { id: idOf(0x70b), name: "B" },
];
const floors = towers.flatMap((tower, index) =>
  ["1", "2"].map((name, at) => ({ tower, id: idOf(0xf00 + index * 16 + at), name, image: null })),
);
const apartments = floors.flatMap((floor, index) =>
  ["01", "02"].map((number, at) => ({
    floor,
    id: idOf(0xa100 + index * 16 + at),
    name: `${floor.tower.name}-${floor.name}${number}`,
    // Nobody leads a home of the second tower yet.
    active: floor.tower.name === "A",
  })),
);

/** Two buildings; Mirador with two towers of two floors of two homes. Answered as the server does it. */
export function placesReplies(): Replies {
  return (
    new Replies()
      .on(listBuildings, { buildings: [almendros, mirador] })
      // Whether there are several is asked wherever a device belongs to one.
      .on(readControllers, { controllers: [] })
      .on(listTowers, ({ params }) => ({ towers: params.id === mirador.id ? towers : [] }))
      .on(listFloors, ({ params }) => ({ floors: floors.filter(({ tower }) => tower.id === params.id) }))
      .on(listApartments, ({ params, query }) => ({
        apartments: apartments.filter(
          ({ floor, active }) => floor.id === params.id && (active || query.active === "false"),
        ),
      }))
  );
}
