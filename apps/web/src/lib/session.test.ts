import type { CurrentUser, SignedIn, Space } from "@umbral/contract/auth/auth.contract";
import { describe, expect, it, vi } from "vitest";
import { createSessionStore, sessionKeys } from "./session.ts";
import { memoryStore } from "./storage.ts";

const user: CurrentUser = {
  id: "0199dddd-0000-7000-8000-000000000001",
  cedula: "1000000001",
  name: "Rosa Líder",
  email: "rosa@example.com",
  phone: "+573001234567",
  userType: "USER",
  tokenFirebase: null,
  photo: null,
};
const space: Space = {
  id: "0199bbbb-0000-7000-8000-000000000001",
  role: { name: "RESIDENTE_LIDER" },
  building: {
    id: "0199aaaa-0000-7000-8000-000000000001",
    name: "Edificio Mirador del Parque",
    address1: "Calle 85 # 11-20",
    city: "Bogotá",
    state: "Cundinamarca",
    type: "RESIDENTIAL",
    timeZone: "America/Bogota",
  },
  apartment: {
    id: "0199cccc-0000-7000-8000-000000000001",
    name: "A-101",
    address: "Torre A",
    apartmentType: "APARTMENT",
  },
};
const signedIn: SignedIn = { token: "token-1", user, spaces: [space] };

function newSession() {
  const store = memoryStore();
  return { store, session: createSessionStore(store) };
}

describe("the session of a device of the lobby", () => {
  const kiosk = { id: "0199eeee-0000-7000-8000-000000000001", name: "Portería", building: space.building };
  const device: SignedIn = {
    token: "device",
    user: { ...user, name: "Portería", cedula: "" },
    spaces: [],
    kiosk,
  };
  const shift: SignedIn = { ...signedIn, token: "shift", kiosk };

  it("is what a shift comes back to, however it ended, with nothing of its person", () => {
    for (const reason of ["sign-out", "refused", "forced"] as const) {
      const { store, session } = newSession();
      session.beginDevice(device);
      session.begin(shift);
      session.end(reason);
      expect(session.current()).toEqual({ token: "device", user: null, spaces: [], kiosk });
      expect(session.endedBy()).toBeNull();
      expect(store.getItem("userName")).toBeNull();
      expect(store.getItem("userCedula")).toBeNull();
      expect(createSessionStore(store).current()?.token).toBe("device");
    }
  });

  it("is forgotten when the device was taken back", () => {
    const { store, session } = newSession();
    session.beginDevice(device);
    session.end("forced");
    expect(session.current()).toBeNull();
    expect(store.getItem("kioskToken")).toBeNull();
    expect(store.getItem("kiosk")).toBeNull();
  });
});

describe("the session", () => {
  it("keeps what the specification lists, under its own keys", () => {
    const { store, session } = newSession();
    session.begin(signedIn);
    const kept = Object.fromEntries([...sessionKeys, "userCedula"].map((key) => [key, store.getItem(key)]));
    expect(kept).toEqual({
      authToken: "token-1",
      user: JSON.stringify(user),
      userId: user.id,
      userCedula: "1000000001",
      userName: "Rosa Líder",
      userEmail: "rosa@example.com",
      userPhone: "+573001234567",
      userType: "USER",
      spaces: JSON.stringify([space]),
      userRole: "RESIDENTE_LIDER",
      buildingId: space.building.id,
      buildingAddress1: "Calle 85 # 11-20",
      buildingCity: "Bogotá",
      buildingName: "Edificio Mirador del Parque",
      buildingState: "Cundinamarca",
      buildingType: "RESIDENTIAL",
      apartmentId: space.apartment?.id,
      apartmentName: "A-101",
      apartmentAddress: "Torre A",
      apartmentType: "APARTMENT",
      callFrom: null,
    });
  });

  it("is found again by a page that opens later", () => {
    const { store, session } = newSession();
    session.begin(signedIn);
    expect(createSessionStore(store).current()).toEqual(signedIn);
  });

  it("leaves only the cédula behind, for the next prefill", () => {
    const { store, session } = newSession();
    session.begin(signedIn);
    store.setItem("callFrom", "lobby");
    session.end("sign-out");
    expect(session.current()).toBeNull();
    expect(sessionKeys.filter((key) => store.getItem(key) !== null)).toEqual([]);
    expect(session.lastCedula()).toBe("1000000001");
    expect(session.endedBy()).toBe("sign-out");
  });

  it("forgets the apartment when the current place has none", () => {
    const { store, session } = newSession();
    session.begin(signedIn);
    session.refresh("token-1", { user, spaces: [{ ...space, apartment: null }] });
    expect(store.getItem("apartmentId")).toBeNull();
    expect(store.getItem("buildingId")).toBe(space.building.id);
  });

  it("does not take an answer that belongs to another session", () => {
    const { session } = newSession();
    session.begin(signedIn);
    session.refresh("token-0", { user: { ...user, name: "Otra" }, spaces: [] });
    expect(session.current()?.user?.name).toBe("Rosa Líder");
  });

  it("is silent when nothing is new", () => {
    const { session } = newSession();
    session.begin(signedIn);
    const listener = vi.fn();
    session.subscribe(listener);
    session.refresh("token-1", structuredClone({ user, spaces: [space] }));
    expect(listener).not.toHaveBeenCalled();
  });

  it("ends here when another tab signed out, and moves when another tab signed in", () => {
    const { store, session } = newSession();
    const otherTab = createSessionStore(store);
    session.begin(signedIn);
    otherTab.readAgain();
    expect(otherTab.current()?.token).toBe("token-1");
    session.end("sign-out");
    otherTab.readAgain();
    expect(otherTab.current()).toBeNull();
  });

  it.each(["{", "null", '"x"', "[]", '{"id":1}'])(
    "keeps the token and asks again when the person reads %s",
    (text) => {
      const { store, session } = newSession();
      session.begin(signedIn);
      store.setItem("user", text);
      expect(createSessionStore(store).current()).toEqual({ token: "token-1", user: null, spaces: [] });
    },
  );
});
