import { userLogin } from "@umbral/contract/auth/auth.contract";
import { forgotPassword } from "@umbral/contract/auth/recovery.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { home, somebody } from "../../../testing/screens/people.ts";
import { failing, NoAnswer, RawAnswer, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

/* What the specification says on these screens, and when (§2, §5, §7, §8; decisions §4 for the links). */

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const shows = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const open = (path: string, replies = new Replies()) => renderScreen(path, { size: "phone", replies });

describe("the words of the login", () => {
  const lights = ["light", "dark"] as const;

  for (const at of ["/", "/login"]) {
    for (const colorScheme of lights) {
      test(`${at}, ${colorScheme}: two kinds of person, the button, and the ways under it`, async () => {
        await renderScreen(at, { size: "phone", colorScheme });
        await shows("Ingresar como usuario");
        await shows("Ingresar como Administrador (bb)");
        await shows("Iniciar");
        await shows("Regístrate");
        for (const way of [
          "Líder/Propietario",
          "Residente/Colaborador",
          "Visitante",
          "Olvidé mi contraseña",
        ]) {
          await expect.element(page.getByRole("link", { name: way, exact: true })).toBeVisible();
        }
        expect(await violations()).toEqual([]);
        expect(beyondTheEdge()).toEqual([]);
      });
    }
  }

  test("what is missing is said under its field, and nothing is sent", async () => {
    const { replies } = await open("/", new Replies().on(userLogin, failing(new NoAnswer())));
    await press("Iniciar");
    await shows("* Debes diligenciar la cédula");
    await shows("* Debes diligenciar la contraseña");
    expect(await violations()).toEqual([]);
    expect(replies.asked(userLogin)).toEqual([]);
  });

  const refusals = [
    { why: "a wrong pair", error: refused("BAD_CREDENTIALS"), words: null },
    {
      why: "too many attempts",
      error: refused("TOO_OFTEN", {}, { "retry-after": "900" }),
      words: "Demasiados intentos. Espera 15 minutos.",
    },
    {
      why: "a server that is away",
      error: new RawAnswer(503),
      words: "No pudimos comunicarnos con el servidor.",
    },
    { why: "no answer", error: new NoAnswer(), words: "No pudimos comunicarnos con el servidor." },
  ];
  for (const { why, error, words } of refusals) {
    test(`'* Usuario o contraseña inválidos' for ${why}`, async () => {
      const { replies } = await open("/login", new Replies().on(userLogin, failing(error)));
      await page.getByLabelText("Cédula").fill("1.000.000.002");
      await page.getByLabelText("Contraseña", { exact: true }).fill("no es esta");
      await press("Iniciar");
      await shows("* Usuario o contraseña inválidos");
      if (words === null) {
        await expect.element(page.getByText(/intentos|servidor/)).not.toBeInTheDocument();
      } else {
        await shows(words);
      }
      const [asked] = replies.asked(userLogin);
      expect(asked?.body).toEqual({ cedula: "1000000002", password: "no es esta", userType: "USER" });
    });
  }
});

describe("the words of a forgotten password", () => {
  const ask = () => press("Solicitar recuperar contraseña");

  test("'Formulario inválido', 'El campo cedula esta vacio'", async () => {
    await open("/recuperar");
    await ask();
    await shows("Formulario inválido");
    await shows("El campo cedula esta vacio");
  });

  test("'Solicitud enviada', 'Revisa tu correo'", async () => {
    await open("/recuperar", new Replies().on(forgotPassword, { ok: true }));
    await page.getByLabelText("Cédula").fill("99999999");
    await ask();
    await shows("Solicitud enviada");
    await shows("Revisa tu correo");
  });

  test("'No pudimos enviar la solicitud.' when it is refused, which is written down for whoever looks", async () => {
    await renderScreen("/recuperar", {
      size: "phone",
      replies: new Replies().on(forgotPassword, failing(refused("TOO_OFTEN"))),
      expectInConsole: ["CallRefused"],
    });
    await page.getByLabelText("Cédula").fill("99999999");
    await ask();
    await shows("No pudimos enviar la solicitud. Espera unos minutos e intenta de nuevo.");
  });

  test("'Aceptar', and 'Las contraseñas no coinciden'", async () => {
    const screen = await open("/reset_password?token=x");
    await page.getByLabelText("Contraseña nueva").fill("tres loros en la mesa");
    await page.getByLabelText("Confirma la contraseña").fill("dos loros en la mesa");
    await press("Aceptar");
    await shows("Las contraseñas no coinciden");
    // The secret of the link does not stay in the address.
    await expect.poll(() => screen.path()).toBe("/reset_password");
    expect(await violations()).toEqual([]);
  });
});

test("the words of the profile", async () => {
  const as = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
  await renderScreen("/profile", {
    as,
    size: "phone",
    replies: new Replies().on(pendingEmail, { pending: null }),
  });
  await expect.element(page.getByRole("heading", { name: "Rosa Líder" })).toBeVisible();
  // It follows in an effect, behind the heading.
  await expect.poll(() => document.title).toBe("Perfil · Umbral");
  for (const words of ["Celular", "Correo", "Edificio", "Interior/Apartamento"]) {
    const term = page.getByRole("term").filter({ hasText: words });
    await expect.element(term).toBeVisible();
  }
});
