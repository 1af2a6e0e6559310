import { describe, expect, it } from "vitest";
import {
  belongsTo,
  buildingsWhere,
  may,
  maySomewhere,
  type Permission,
  type Principal,
  permissions,
  reachOfKiosk,
  reachOfPlatform,
  reachOfRole,
} from "./policy.ts";
import { Role } from "./roles.ts";

/** Who may do what, as the product's owners wrote it down. The code's table is checked against this one. */
const written = `
| | LIDER | RESIDENTE, TEMPORAL, PROPIETARIO | ADMINISTRADOR | PORTERIA | CONSERJE | EMPLEADO_ADM. | POLICIA | SERVICIOS, ACCIONISTA | VISITANTE_* | platform | device of the lobby |
|---|---|---|---|---|---|---|---|---|---|---|---|
| profile, own push token | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | – |
| who one is here, a call of one's own | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ |
| live cameras | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | – | – | ✓ | on shift |
| open/close a door | by level of access | by level | by level | by level | by level | by level | by level | by level | – | all | on shift |
| free or lock a door until a time, confirm an emergency | – | – | ✓ | ✓ | ✓ | – | – | – | – | ✓ | on shift |
| raise or silence an alarm | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | – | – | ✓ | on shift |
| read who raised an alarm | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | – | – | ✓ | on shift |
| called to act on an alarm, also by SMS | – | – | ✓ | ✓ | – | – | – | – | – | – | – |
| restart the controller | – | – | – | – | – | – | – | – | – | ✓ | – |
| decide resident/employee requests | own apartment | – | own building | – | – | – | – | – | – | ✓ | – |
| decide owner/leader requests | – | – | own building | – | – | – | – | – | – | ✓ | – |
| see, invite and remove members (Familia) | own apartment | – | own building | – | – | – | – | – | – | ✓ | – |
| search apartments to call | – | – | ✓ | ✓ | ✓ | – | – | – | own building, names only | ✓ | ✓ |
| call an apartment | – | – | ✓ | ✓ | ✓ | – | – | – | ✓ | – | ✓ |
| call the lobby | ✓ | ✓ | ✓ | – | ✓ | ✓ | ✓ | ✓ | ✓ | – | – |
| verify and authorise a visit code | – | – | ✓ | ✓ | ✓ | – | – | – | – | ✓ | on shift |
| door panel during a call (visitor, photos, open) | callee of that call | callee | callee | – | callee | – | – | – | – | – | – |
| passes for guests | own apartment | own apartment | building | lobby's own | lobby's own | – | – | – | – | – | on shift |
| read what lies at the lobby | – | – | ✓ | ✓ | ✓ | – | – | – | – | ✓ | on shift |
| receive and hand over parcels at the lobby | – | – | ✓ | ✓ | ✓ | – | – | – | – | – | on shift |
| see and collect parcels of the own home | own apartment | own apartment | – | – | – | – | – | – | – | – | – |
| what one is told of one's home | own apartment | own apartment | – | – | – | – | – | – | – | – | – |
| close an alarm, hold a drill | – | – | ✓ | ✓ | ✓ | – | ✓ | – | – | ✓ | on shift |
| admin area (\`/api/{product}/…\`) | – | – | own building | – | – | – | – | – | – | ✓ | – |
| today's openings, forced and held doors, intrusions of the own building, live | – | – | ✓ | ✓ | ✓ | – | – | – | – | ✓ | on shift |
| write in the lobby's logbook | – | – | ✓ | ✓ | ✓ | – | – | – | – | – | on shift |
| read the lobby's logbook | – | – | ✓ | ✓ | ✓ | – | ✓ | – | – | ✓ | on shift |
| hand a shift at the lobby over | – | – | – | ✓ | ✓ | – | – | – | – | – | on shift |
| own second factor | – | – | self | – | – | – | – | – | – | self | – |
| step in and out at a device of the lobby | – | – | – | – | – | – | – | – | – | – | ✓ |
| own PIN for shifts | – | – | – | self | self | – | – | – | – | – | – |
| the platform itself | – | – | – | – | – | – | – | – | – | ✓ | – |
`;

const permissionOfRow: Record<string, Permission> = {
  "profile, own push token": "profile.own",
  "who one is here, a call of one's own": "session.own",
  "step in and out at a device of the lobby": "kiosks.use",
  "own PIN for shifts": "shift-pin.own",
  "live cameras": "cameras.view",
  "open/close a door": "doors.operate",
  "free or lock a door until a time, confirm an emergency": "doors.set-mode",
  "raise or silence an alarm": "alarms.raise",
  "read who raised an alarm": "alarms.read",
  "close an alarm, hold a drill": "alarms.close",
  "called to act on an alarm, also by SMS": "alarms.answer",
  "restart the controller": "controllers.restart",
  "decide resident/employee requests": "access-requests.decide-residents",
  "decide owner/leader requests": "access-requests.decide-owners",
  "see, invite and remove members (Familia)": "members.manage",
  "search apartments to call": "apartments.search",
  "call an apartment": "calls.ring-apartment",
  "call the lobby": "calls.ring-lobby",
  "verify and authorise a visit code": "visits.authorise",
  "passes for guests": "passes.make",
  "read what lies at the lobby": "parcels.read",
  "receive and hand over parcels at the lobby": "parcels.keep",
  "see and collect parcels of the own home": "parcels.collect",
  "what one is told of one's home": "notices.choose",
  "door panel during a call (visitor, photos, open)": "calls.door-panel",
  "admin area (`/api/{product}/…`)": "buildings.administer",
  "write in the lobby's logbook": "logbook.write",
  "read the lobby's logbook": "logbook.read",
  "hand a shift at the lobby over": "logbook.hand-over",
  "today's openings, forced and held doors, intrusions of the own building, live": "events.watch",
  "own second factor": "second-factor.own",
  "the platform itself": "platform.administer",
};

const rolesOfColumn: Role[][] = [
  ["RESIDENTE_LIDER"],
  ["RESIDENTE", "RESIDENTE_TEMPORAL", "PROPIETARIO"],
  ["ADMINISTRADOR"],
  ["PORTERIA"],
  ["CONSERJE"],
  ["EMPLEADO_ADMINISTRATIVO"],
  ["POLICIA"],
  ["SERVICIOS", "ACCIONISTA"],
  ["VISITANTE_CONOCIDO", "VISITANTE_DESCONOCIDO"],
];

const rows = written
  .trim()
  .split("\n")
  .slice(2)
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const reachOfWords = (permission: Permission, words: string) => {
  if (words === "–") {
    return "no";
  }
  if (words === "own apartment") {
    return "apartment";
  }
  if (words.startsWith("by level")) {
    return "levels";
  }
  return permission === "profile.own" ||
    permission === "session.own" ||
    words === "self" ||
    words.startsWith("callee")
    ? "self"
    : "building";
};

describe("the table of permissions", () => {
  it("has a row for each permission and a column for each role", () => {
    expect(rows.map(([name = ""]) => permissionOfRow[name]).sort()).toEqual([...permissions].sort());
    expect(rolesOfColumn.flat().sort()).toEqual([...Role.options].sort());
  });

  for (const [name = "", ...cells] of rows) {
    const permission = permissionOfRow[name];
    it(`says what is written of: ${name}`, () => {
      if (permission === undefined) {
        throw new Error("no permission for this row");
      }
      rolesOfColumn.forEach((roles, index) => {
        for (const role of roles) {
          expect([role, reachOfRole(role, permission)]).toEqual([
            role,
            reachOfWords(permission, cells[index] ?? ""),
          ]);
        }
      });
      const isOwn = permission === "profile.own" || permission === "session.own" || cells[9] === "self";
      const platform = cells[9] === "–" ? "no" : isOwn ? "self" : "everywhere";
      expect(reachOfPlatform(permission)).toBe(platform);
      const kiosk = { "–": "no", "on shift": "shift", "✓": "building" }[cells[10] ?? ""];
      expect(reachOfKiosk(permission)).toBe(kiosk);
    });
  }
});

describe("where a permission reaches", () => {
  const here = "building-here";
  const space = (role: Role) => ({
    role,
    buildingId: here,
    apartmentId: "home",
  });
  const someone = (role: Role): Principal => ({ userType: "USER", spaces: [space(role)] });

  it("ends at the building of the space", () => {
    expect(may(someone("ADMINISTRADOR"), "cameras.view", { buildingId: here })).toBe(true);
    expect(may(someone("ADMINISTRADOR"), "cameras.view", { buildingId: "elsewhere" })).toBe(false);
    expect(belongsTo(someone("SERVICIOS"), here)).toBe(true);
    expect(belongsTo(someone("SERVICIOS"), "elsewhere")).toBe(false);
  });

  it("of a leader ends at the own apartment", () => {
    const leader = someone("RESIDENTE_LIDER");
    const decide = "access-requests.decide-residents";
    expect(may(leader, decide, { buildingId: here, apartmentId: "home" })).toBe(true);
    expect(may(leader, decide, { buildingId: here, apartmentId: "other" })).toBe(false);
    expect(may(leader, decide, { buildingId: here })).toBe(false);
  });

  it("adds up over all the spaces of a person", () => {
    const both: Principal = {
      userType: "USER",
      spaces: [{ ...space("VISITANTE_CONOCIDO"), buildingId: "elsewhere" }, space("PORTERIA")],
    };
    expect(may(both, "visits.authorise", { buildingId: here })).toBe(true);
    expect(may(both, "visits.authorise", { buildingId: "elsewhere" })).toBe(false);
  });

  it("names the buildings as a whole, and no home of one", () => {
    const both: Principal = {
      userType: "USER",
      spaces: [{ ...space("RESIDENTE_LIDER"), buildingId: "elsewhere" }, space("ADMINISTRADOR")],
    };
    expect(buildingsWhere(both, "buildings.administer")).toEqual([here]);
    expect(buildingsWhere(both, "members.manage")).toEqual([here]);
    expect(buildingsWhere({ userType: "ADMIN", spaces: [] }, "buildings.administer")).toBe("everywhere");
    expect(buildingsWhere({ userType: "ADMIN", spaces: [] }, "calls.ring-lobby")).toEqual([]);
  });

  it("is nowhere for a person without spaces, but for the own profile", () => {
    const waiting: Principal = { userType: "USER", spaces: [] };
    expect(permissions.filter((permission) => maySomewhere(waiting, permission))).toEqual([
      "profile.own",
      "session.own",
    ]);
  });

  it("of a device of the lobby is to ring homes, until somebody of that lobby is on shift", () => {
    const alone: Principal = { userType: "USER", spaces: [], kiosk: { buildingId: here } };
    const onShift: Principal = { ...someone("PORTERIA"), kiosk: { buildingId: here } };
    const mayHere = (who: Principal) =>
      permissions.filter((permission) => may(who, permission, { buildingId: here })).sort();
    const itself = ["apartments.search", "calls.ring-apartment", "kiosks.use", "session.own"];
    expect(mayHere(alone)).toEqual(itself);
    expect(permissions.filter((permission) => maySomewhere(alone, permission)).sort()).toEqual(itself);
    expect(mayHere(onShift)).toEqual(
      [
        ...itself,
        "alarms.close",
        "alarms.raise",
        "alarms.read",
        "cameras.view",
        "doors.operate",
        "doors.set-mode",
        "logbook.read",
        "logbook.write",
        "logbook.hand-over",
        "events.watch",
        "parcels.read",
        "parcels.keep",
        "passes.make",
        "visits.authorise",
      ].sort(),
    );
    expect(maySomewhere(onShift, "profile.own")).toBe(false);
    expect(permissions.filter((permission) => may(onShift, permission, { buildingId: "elsewhere" }))).toEqual(
      [],
    );
    expect(belongsTo(alone, here)).toBe(true);
    expect(belongsTo(alone, "elsewhere")).toBe(false);
    expect(buildingsWhere(alone, "apartments.search")).toEqual([here]);
    expect(buildingsWhere(alone, "events.watch")).toEqual([]);
  });
});
