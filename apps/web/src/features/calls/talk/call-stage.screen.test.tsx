import { QueryClientProvider } from "@tanstack/react-query";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { listVisitors } from "@umbral/contract/calls/door-panel.contract";
import { type Door, listDoors } from "@umbral/contract/doors/doors.contract";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { callIn, rosa } from "../../../../testing/call-device.ts";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { resize } from "../../../../testing/screens/frames.ts";
import { beyondTheEdge, violations } from "../../../../testing/screens/look.ts";
import { answerWith } from "../../../../testing/screens/network.ts";
import { idOf } from "../../../../testing/screens/people.ts";
import { Replies } from "../../../../testing/screens/replies.ts";
import { addLetters } from "../../../ui/letters.ts";
import "../../../ui/tokens.css";
import "../../../ui/base.css";
import { queryClient } from "../../../lib/queries.ts";
import type { CallView } from "../session/index.ts";
import { CallStage } from "./CallStage.tsx";

addLetters();

/** What the camera at the door sends: something that changes, or no frame would come. */
function visitorVideo(): MediaStream {
  const canvas = document.createElement("canvas");
  canvas.width = 320;
  canvas.height = 240;
  const context = canvas.getContext("2d");
  let hue = 0;
  const timer = setInterval(() => {
    hue += 20;
    if (context !== null) {
      context.fillStyle = `hsl(${hue} 60% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
  }, 50);
  onTestFinished(() => clearInterval(timer));
  return canvas.captureStream(20);
}

/** Rosa has answered whoever stands at the door, and sees them. */
async function talking({
  more = {},
  doors = [],
  visitors = ["Marta Mensajera", "Luis Lozano", "Ana"],
}: {
  more?: Partial<Call>;
  doors?: Door[];
  visitors?: string[];
} = {}): Promise<(change: Partial<CallView>) => void> {
  await resize(360, 740);
  answerWith(
    new Replies().on(listDoors, { doors }).on(listVisitors, {
      visitors: visitors.map((name, at) => ({ id: idOf(0x71 + at), name, image: "/foto.webp" })),
    }),
  );
  const view: CallView = {
    phase: "connected",
    call: { ...callIn("CONTESTADA", rosa), ...more },
    isCaller: false,
    ended: null,
    remote: visitorVideo(),
    otherSends: { microphone: true, camera: true },
    isWeak: false,
    own: { microphone: "on", camera: "off", facing: "user", canSwitchCamera: false, picture: null },
    mayOpenDoor: true,
    actions: { hangUp: () => undefined },
  };
  // As the app has it around the call.
  const place = document.createElement("main");
  document.body.append(place);
  const root = createRoot(place);
  const draw = (change: Partial<CallView>) =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <CallStage view={{ ...view, ...change }} />
      </QueryClientProvider>,
    );
  draw({});
  onTestFinished(() => {
    root.unmount();
    place.remove();
    queryClient.clear();
  });
  return draw;
}

const boxOf = (part: { element(): Element }) => part.element().getBoundingClientRect();

test("on a phone the visitor stays in sight over the panel, and a picture of them is taken by itself", async () => {
  await talking();
  await page.getByRole("button", { name: "Identificar visitante" }).click();
  const video = page.getByLabelText("Video de Pedro Portero", { exact: true });
  const panel = page.getByRole("region", { name: "¿Quién está en la puerta?" });
  await expect.element(panel).toBeVisible();
  const isInSight = () => {
    const { top, bottom, height } = boxOf(video);
    const over = boxOf(page.getByRole("region").first()).top;
    return top >= 0 && height > 200 && bottom <= over + 1 && over < window.innerHeight;
  };
  expect(isInSight()).toBe(true);
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);

  await panel.getByRole("button", { name: "Visitante desconocido" }).click();
  await expect.element(page.getByAltText("Vista previa: Foto del rostro")).toBeVisible();
  // The document is shown to the camera by hand, and nobody may be written down without it.
  expect(page.getByAltText("Vista previa: Foto del documento").elements()).toEqual([]);
  await page.getByRole("button", { name: "Guardar y continuar" }).click();
  expect(page.getByText("* Debes agregar la foto").elements()).toHaveLength(1);
  expect(await violations()).toEqual([]);
  expect(isInSight()).toBe(true);
  expect(boxOf(page.getByRole("button", { name: /^Terminar/ })).bottom).toBeLessThanOrEqual(
    window.innerHeight,
  );
});

test("known visitors are tiles, beside one another", async () => {
  await talking();
  await page.getByRole("button", { name: "Identificar visitante" }).click();
  await page.getByRole("button", { name: "Visitante conocido" }).click();
  const tiles = page.getByRole("list", { name: "Visitantes conocidos" }).getByRole("button");
  await expect.poll(() => tiles.elements()).toHaveLength(3);
  const [first, second, third] = tiles.elements().map((tile) => tile.getBoundingClientRect());
  expect(second?.top).toBe(first?.top);
  expect(third?.top).toBeGreaterThan(first?.top ?? 0);
  expect(first?.height).toBeGreaterThan(100);
  expect(await violations()).toEqual([]);
});

const open = page.getByRole("button", { name: /^Abrir Puerta/ });

test("of a call by the sign no door opens before the entrance was seen; where no camera is, that is said and asked for", async () => {
  await talking({ more: { isBySign: true, isFromLobby: false }, doors: [{ ...mainDoor, cameras: [] }] });
  await expect.element(page.getByText(/^No hay cámara de la entrada: /)).toBeVisible();
  expect(open.elements()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: "Abrir sin ver la entrada" }).click();
  await expect.element(open).toBeVisible();
});

test("of any other call the door is there at once", async () => {
  await talking({ doors: [{ ...mainDoor, cameras: [] }] });
  await expect.element(open).toBeVisible();
  expect(page.getByText(/^No hay cámara de la entrada/).elements()).toEqual([]);
});

test("a weak way is told once and calmly while the own picture is smaller, and that it is over to who listens", async () => {
  const draw = await talking();
  const words = page.getByText("Conexión débil: bajamos la calidad del video");
  await expect.element(page.getByText("En llamada")).toBeVisible();
  expect(words.elements()).toEqual([]);
  draw({ isWeak: true });
  await expect.element(words).toBeVisible();
  expect(words.element().closest("[role=status]")).not.toBeNull();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  draw({ isWeak: false });
  const over = page.getByText("La conexión mejoró: tu video vuelve a su calidad");
  await expect.element(over).toBeInTheDocument();
  expect(over.element().getBoundingClientRect().width).toBeLessThan(3);
});

test("the picture of the other side is enlarged where it stands", async () => {
  await talking();
  const picture = page.getByRole("group", { name: /^Llamada en video/ });
  const width = () =>
    page.getByLabelText("Video de Pedro Portero", { exact: true }).element().getBoundingClientRect().width;
  await expect.element(picture).toBeInTheDocument();
  await expect
    .poll(async () => {
      picture.element().focus();
      await userEvent.keyboard("+");
      return width();
    })
    .toBeGreaterThan(500);
  await page.getByRole("button", { name: "Restablecer zoom" }).click();
  await expect.poll(width).toBe(360);
});

test("a visitor nobody knows yet: the list is empty and says how it begins", async () => {
  await talking({ visitors: [] });
  await page.getByRole("button", { name: "Identificar visitante" }).click();
  await page.getByRole("button", { name: "Visitante conocido" }).click();
  await expect.element(page.getByText("Todavía no hay visitantes conocidos.")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("a camera that was refused is told over the call, with the way to allow it", async () => {
  const draw = await talking();
  draw({
    own: { microphone: "refused", camera: "refused", facing: "user", canSwitchCamera: false, picture: null },
    actions: { hangUp: () => undefined, askForDevices: () => undefined },
  });
  const notice = page.getByRole("alert").filter({ hasText: "Debes darle permisos a la cámara" });
  await expect.element(notice).toBeVisible();
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a page that may not sound offers the press after which it does (${colorScheme})`, async () => {
    const refused = new DOMException("nobody has touched this page", "NotAllowedError");
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(refused);
    await talking();
    await commands.emulate({ size: { width: 360, height: 740 }, colorScheme, hasTouch: true });
    const sound = page.getByRole("button", { name: "Activar sonido" });
    await expect.element(sound).toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    play.mockResolvedValue();
    await sound.click();
    await expect.element(sound).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
  });
}
