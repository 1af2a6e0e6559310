import { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import { adminLogin, currentUser, init, type SignedIn, userLogin } from "@umbral/contract/auth/auth.contract";
import { listPasskeys } from "@umbral/contract/auth/passkeys.contract";
import { forgotPassword, resetPassword } from "@umbral/contract/auth/recovery.contract";
import { newRecoveryCodes, ownSecondFactor } from "@umbral/contract/auth/second-factor.contract";
import { listSessions } from "@umbral/contract/auth/sessions.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ServerLine } from "../../../testing/screens/line.ts";
import { platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const PASSWORD = "tres loros en la mesa";

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const shows = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const cedula = page.getByLabelText("Cédula");

/** The server, for who is about to sign in. */
const answersTo = ({ user, spaces }: SignedIn) =>
  new Replies()
    .on(currentUser, { user, spaces })
    .on(pendingEmail, { pending: null })
    .on(listWaitingPlaces, { places: [] });
const lineOf = ({ user }: SignedIn) => new ServerLine().on(init, { userId: user.id, socketId: "line-1" });

async function enter(document: string): Promise<void> {
  await cedula.fill(document);
  await page.getByLabelText("Contraseña", { exact: true }).fill(PASSWORD);
  await press("Iniciar");
}

test("who is refused as a person of a building signs in as the platform's with what they typed", async () => {
  const laura = platformAdministrator();
  const replies = answersTo(laura)
    .on(userLogin, failing(refused("BAD_CREDENTIALS")))
    .on(adminLogin, laura);
  const screen = await renderScreen("/login", { replies, line: lineOf(laura) });
  await enter("900000001");
  await shows("* Usuario o contraseña inválidos");
  await page.getByText("Ingresar como Administrador (bb)").click();
  await press("Iniciar");
  await expect.poll(screen.path).toBe("/admin-dashboard");
  const body = { cedula: "900000001", password: PASSWORD };
  expect(replies.asked(userLogin)).toMatchObject([{ body: { ...body, userType: "USER" } }]);
  expect(replies.asked(adminLogin)).toMatchObject([{ body: { ...body, userType: "ADMIN" } }]);
});

test("a token that the server does not know is forgotten, and signing in leads back to the screen", async () => {
  const pedro = somebody("PORTERIA", "Pedro Portero");
  const unknown = failing(refused("SIGN_IN_REQUIRED"));
  const replies = new Replies().on(currentUser, unknown).on(pendingEmail, unknown).on(userLogin, pedro);
  const screen = await renderScreen("/profile", { as: { ...pedro, token: "nobody's" }, replies });
  await expect.element(cedula).toBeVisible();
  expect(localStorage.getItem("authToken")).toBeNull();
  expect(replies.asked(currentUser)[0]?.token).toBe("nobody's");

  replies.on(currentUser, { user: pedro.user, spaces: pedro.spaces }).on(pendingEmail, { pending: null });
  await enter("1000000006");
  // A doorman who was on his way nowhere would come to the lobby.
  await expect.element(page.getByRole("heading", { name: "Pedro Portero" })).toBeVisible();
  expect(screen.path()).toBe("/profile");
});

test("a password that is too easy keeps the link, and a link that is used leads to a new one", async () => {
  const tooEasy = (message: string) =>
    failing(refused("PASSWORD_NOT_ACCEPTED", { errors: [{ property: "password", message }] }));
  const replies = new Replies();
  const screen = await renderScreen("/reset_password?token=a-secret", { replies });
  const fill = async (password: string) => {
    await page.getByLabelText("Contraseña nueva").fill(password);
    await page.getByLabelText("Confirma la contraseña").fill(password);
    await press("Aceptar");
  };
  const another = page.getByRole("link", { name: "Solicitar un enlace nuevo" });
  replies.on(resetPassword, tooEasy("debe tener al menos 8 caracteres"));
  await fill("corta");
  await shows("La contraseña debe tener al menos 8 caracteres");
  replies.on(resetPassword, tooEasy("es fácil de adivinar, elige otra"));
  await fill("Colombia2026");
  await shows("La contraseña es fácil de adivinar, elige otra");
  await expect.element(another).not.toBeInTheDocument();

  replies.on(resetPassword, failing(refused("RESET_LINK_NOT_VALID"))).on(forgotPassword, { ok: true });
  await fill(PASSWORD);
  await shows("Este enlace ya no sirve: venció o ya se usó. Solicita uno nuevo.");
  expect(replies.asked(resetPassword).map(({ body }) => body.token)).toEqual(Array(3).fill("a-secret"));
  await another.click();
  await expect.poll(screen.path).toBe("/recuperar");
});

test("at an address where no key can be made, the profile says where to open it", async () => {
  const replies = new Replies()
    .on(pendingEmail, { pending: null })
    .on(listSessions, { sessions: [] })
    .on(ownSecondFactor, { since: null, codesLeft: 0, hasPasskeys: false })
    .on(listPasskeys, { passkeys: [], address: "https://umbral.example" });
  await renderScreen("/profile?ver=seguridad", { as: platformAdministrator(), replies });
  const card = page.getByRole("region", { name: "Llaves de acceso" });
  await expect
    .element(card.getByText(/^Para agregar una, abre Umbral en https:\/\/umbral\.example/))
    .toBeVisible();
  expect(card.getByRole("button").elements()).toEqual([]);
});

test("fresh recovery codes are not closed over by a slip: they are shown this once", async () => {
  const replies = new Replies()
    .on(pendingEmail, { pending: null })
    .on(listSessions, { sessions: [] })
    .on(ownSecondFactor, { since: "2026-11-20T12:00:00.000Z", codesLeft: 2, hasPasskeys: false })
    .on(newRecoveryCodes, { recoveryCodes: ["K7M2-X9QP", "3F8T-WQ4M"] })
    .on(listPasskeys, { passkeys: [], address: "https://umbral.example" });
  await renderScreen("/profile?ver=seguridad", { as: platformAdministrator(), replies });
  await press("Crear códigos de respaldo nuevos");
  const dialog = page.getByRole("dialog", { name: "Códigos de respaldo" });
  await dialog.getByLabelText("Contraseña actual").fill(PASSWORD);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText("K7M2-X9QP")).toBeVisible();
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(dialog.getByText("K7M2-X9QP")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Cerrar" }).elements()).toEqual([]);
  await press("Ya los guardé");
  await expect.element(dialog).not.toBeInTheDocument();
});
