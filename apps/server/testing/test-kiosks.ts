import { asking } from "./test-admin.ts";
import { newHome } from "./test-calls.ts";
import type { TestServer } from "./test-server.ts";

/** Whoever has this token in hand, and how they ask. */
export function holderOf(server: TestServer, { token }: { token: string }) {
  const headers = { authorization: `JWT ${token}` };
  return { token, headers, ask: asking(server, { headers }) };
}

/** A building with somebody who administers it, its lobby and a home; how its devices are offered, paired and taken back. */
export async function newLobby(server: TestServer) {
  const home = await newHome(server);
  const ana = await server.newPerson({
    spaces: [{ role: "ADMINISTRADOR", buildingId: home.building.id }],
  });
  const admin = asking(server, ana);
  const devices = `/api/bb/buildings/${home.building.id}/kiosks`;
  const offer = async (name = "Tableta de la entrada") => {
    const { body } = await admin("POST", devices, { name });
    return { id: String(body.kiosk.id), code: String(body.code) };
  };
  const pair = (code: string, address = "10.1.0.1") =>
    server.app.http.inject({
      method: "POST",
      url: "/api/kiosk/pairing",
      remoteAddress: address,
      headers: {
        "user-agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
      },
      payload: { code },
    });
  const pairOne = async () => {
    const { id, code } = await offer();
    const body = (await pair(code)).json<{ token: string; user: { id: string } }>();
    return { id, userId: body.user.id, ...holderOf(server, body) };
  };
  const takeBack = ({ id }: { id: string }) => admin("DELETE", `${devices}/${id}`);
  return { ...home, ana, admin, devices, offer, pair, pairOne, takeBack };
}
