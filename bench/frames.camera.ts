import { randomBytes } from "node:crypto";
import { newControllerKey } from "../apps/server/testing/controller-key.ts";
import { signInController } from "../apps/server/testing/test-controller.ts";
import { filmsWhenTold } from "./meter.ts";

// A controller that does nothing but send frames of one camera, while it is told to.
const [url = "", code = "", cameraId = "", bytes = "", perSecond = ""] = process.argv.slice(2);
const { publicKey, privateKey } = newControllerKey();
const reply = await fetch(`${url}/api/controllers/pairing`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ code, publicKey }),
});
const { controllerId } = (await reply.json()) as { controllerId: string };
const socket = await signInController(url, controllerId, privateKey);
const frame = randomBytes(Number(bytes));
filmsWhenTold(() => socket.raw.volatile.emit("frame", cameraId, frame), Number(perSecond));
process.send?.("ready");
