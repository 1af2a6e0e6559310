import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { mainDoorSettings } from "../../../testing/screens/doors.ts";
import { resize } from "../../../testing/screens/frames.ts";
import { idOf } from "../../../testing/screens/people.ts";
import "../../ui/tokens.css";
import "../../ui/base.css";
import { PlanEditor } from "./PlanEditor.tsx";

const { tower, floor } = mainDoorSettings;
const floors = [{ ...floor, image: null, apartments: 0, doors: 9 }];
const edges = [0, 50, 100];
const doors = edges.flatMap((left, column) =>
  edges.map((top, row) => ({
    ...mainDoorSettings,
    id: idOf(0xd20 + column * 3 + row),
    name: `Puerta del parqueadero ${left} ${top}`,
    left,
    top,
  })),
);

test("the name of a door is whole on the plan, also at its edges", async () => {
  await resize(360, 740);
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(<PlanEditor towers={[{ ...tower, floors }]} doors={doors} />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const marker = page.getByRole("button", { name: doors[0]?.name ?? "" });
  await expect.element(marker).toBeInTheDocument();
  const plan = marker.element().parentElement?.getBoundingClientRect();
  const cut = doors.filter(({ name }) => {
    const words = page.getByText(name, { exact: true }).element().getBoundingClientRect();
    return (
      plan === undefined ||
      words.left < plan.left ||
      words.right > plan.right ||
      words.top < plan.top ||
      words.bottom > plan.bottom
    );
  });
  expect(cut.map(({ name }) => name)).toEqual([]);
});
