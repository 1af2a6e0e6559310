import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { basicOf, digestOf, takeLogin } from "../../../platform/device-login.ts";
import { CameraFailure } from "../camera-driver.ts";

/**
 * Asks a camera for its pictures over HTTP, with the name and password of the address: as Basic, or as the
 * Digest that most cameras want. Errors tell the kind of failure and never the address.
 */
export async function askCamera(address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, login } = takeLogin(address);
  const first = await get(url, signal, login && basicOf(login));
  if (first.statusCode !== 401 || !login) {
    return accepted(first);
  }
  const challenge = first.headers["www-authenticate"] ?? "";
  first.destroy();
  if (!/^digest /i.test(challenge)) {
    throw passwordRefused();
  }
  const answer = digestOf(login, { challenge, method: "GET", uri: url.pathname + url.search });
  return accepted(await get(url, signal, answer));
}

function get(url: URL, signal: AbortSignal, authorization: string | undefined): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const headers = authorization === undefined ? {} : { authorization };
    const request = send(url, { agent: false, signal, headers }, resolve);
    request.on("error", (error) =>
      reject(
        new CameraFailure(
          `the camera cannot be reached: ${"code" in error ? error.code : error.name}`,
          "unreachable",
        ),
      ),
    );
    request.end();
  });
}

function accepted(response: IncomingMessage): IncomingMessage {
  if (response.statusCode === 200) {
    return response;
  }
  response.destroy();
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    // Not followed: the password would be shown there.
    throw new CameraFailure("the camera sends elsewhere", "elsewhere");
  }
  throw response.statusCode === 401 || response.statusCode === 403
    ? passwordRefused()
    : new CameraFailure(`the camera answered ${response.statusCode}`, "not-there");
}

const passwordRefused = () =>
  new CameraFailure("the camera refused the name or password", "refused-password");
