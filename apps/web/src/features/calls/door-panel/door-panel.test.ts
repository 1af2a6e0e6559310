import type { Visitor } from "@umbral/contract/calls/door-panel.contract";
import { describe, expect, it, vi } from "vitest";
import { createDoorPanel, type PanelActions, type WholeVisitor } from "./door-panel.ts";

const marta: Visitor = { id: "1", name: "Marta", image: "/api/files/1" };
const picture = new File(["x"], "foto.jpg", { type: "image/jpeg" });

function newPanel() {
  const asked: { visitor: WholeVisitor; resolve(visitor: Visitor): void; reject(error: unknown): void }[] =
    [];
  const finish = vi.fn();
  const panel = createDoorPanel({
    createVisitor: (visitor) =>
      new Promise((resolve, reject) => {
        asked.push({ visitor, resolve, reject });
      }),
    explain: (error) =>
      error === "picture"
        ? { errors: { cedulaFrontal: "no se lee" }, sentence: null }
        : { errors: {}, sentence: String(error) },
    finish,
  });
  /** Presses a button, which must be there. */
  const press = <Name extends keyof PanelActions>(
    name: Name,
    ...given: Parameters<NonNullable<PanelActions[Name]>>
  ) => {
    const act = panel.view().actions[name];
    if (act === undefined) {
      throw new Error(`there is no ${name} in ${panel.view().step}`);
    }
    Reflect.apply(act, undefined, given);
  };
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
  return { panel, press, asked, finish, settled, step: () => panel.view().step };
}

describe("the door panel", () => {
  it("goes from a known visitor over the open door to the end of the call", () => {
    const { panel, press, finish, step } = newPanel();
    press("chooseKnown");
    press("choose", marta);
    expect(panel.view()).toMatchObject({ step: "readyToOpen", visitor: marta });
    press("opened");
    expect(panel.view()).toMatchObject({ step: "opened", visitor: marta });
    expect(finish).not.toHaveBeenCalled();
    press("finish");
    expect(step()).toBe("finished");
    expect(finish).toHaveBeenCalledOnce();
    expect(panel.view().actions).toEqual({});
  });

  it("has no way to the door before it is known who stands there", () => {
    const { panel, press } = newPanel();
    const withoutDoor = () => expect(panel.view().actions.opened).toBeUndefined();
    withoutDoor();
    press("chooseUnknown");
    withoutDoor();
    press("setPicture", "photo", picture);
    press("setPicture", "cedulaFrontal", picture);
    withoutDoor();
    press("save");
    withoutDoor();
    expect(panel.view()).toMatchObject({ isSaving: true, actions: {} });
  });

  it("needs both pictures of an unknown visitor, and no name", async () => {
    const { panel, press, asked, settled } = newPanel();
    press("chooseUnknown");
    press("save");
    expect(panel.view().errors).toEqual({
      photo: "* Debes agregar la foto",
      cedulaFrontal: "* Debes agregar la foto",
    });
    press("setPicture", "photo", picture);
    expect(panel.view().errors).toEqual({ cedulaFrontal: "* Debes agregar la foto" });
    press("save");
    expect(asked).toHaveLength(0);
    press("setPicture", "cedulaFrontal", picture);
    press("save");
    expect(asked[0]?.visitor).toMatchObject({ type: "VISITANTE_DESCONOCIDO", name: "", photo: picture });
    asked[0]?.resolve({ ...marta, name: null });
    await settled();
    expect(panel.view()).toMatchObject({ step: "readyToOpen", visitor: { id: "1", name: null } });
  });

  it("needs a name too of a new known visitor", () => {
    const { panel, press, asked } = newPanel();
    press("chooseKnown");
    press("writeNew");
    press("setPicture", "photo", picture);
    press("setPicture", "cedulaFrontal", picture);
    press("setName", "   ");
    press("save");
    expect(panel.view().errors).toEqual({ name: "* Debes diligenciar el nombre" });
    press("setName", "Marta");
    press("save");
    expect(asked[0]?.visitor).toMatchObject({ type: "VISITANTE_CONOCIDO", name: "Marta" });
  });

  it("keeps what was filled in when it could not be written down", async () => {
    const { panel, press, asked, settled } = newPanel();
    press("chooseUnknown");
    press("setPicture", "photo", picture);
    press("setPicture", "cedulaFrontal", picture);
    press("save");
    asked[0]?.reject("sin red");
    await settled();
    expect(panel.view()).toMatchObject({ step: "unknown", isSaving: false, trouble: "sin red" });
    press("save");
    asked[1]?.reject("picture");
    await settled();
    expect(panel.view()).toMatchObject({ trouble: null, errors: { cedulaFrontal: "no se lee" } });
    expect(panel.view().draft).toMatchObject({ photo: picture, cedulaFrontal: picture });
  });

  it("goes back a step at a time, and on to the next person after the door", () => {
    const { press, step, panel } = newPanel();
    press("chooseKnown");
    press("writeNew");
    press("setName", "Marta");
    press("back");
    expect(panel.view()).toMatchObject({ step: "known", draft: null });
    press("back");
    expect(step()).toBe("initial");
    press("chooseKnown");
    press("choose", marta);
    press("back");
    expect(panel.view()).toMatchObject({ step: "initial", visitor: null });
    press("chooseKnown");
    press("choose", marta);
    press("opened");
    press("another");
    expect(panel.view()).toMatchObject({ step: "initial", visitor: null });
  });
});
