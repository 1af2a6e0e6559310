import type { Page } from "@playwright/test";
import { expect, test } from "../umbral-test.ts";

interface Sentence {
  /** Letter by letter. */
  words: string;
  /** Brings it about. */
  on(page: Page): Promise<void>;
  /** What the browser's console says then, in so many lines. */
  console?: string | string[];
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const at = (path: string) => (page: Page) => page.goto(path).then(() => undefined);

async function emptyLogin(page: Page) {
  await page.goto("/");
  await press(page, "Iniciar");
}
async function wrongLogin(page: Page) {
  await page.goto("/login");
  await page.getByLabel("Cédula").fill("1000000002");
  await page.getByLabel("Contraseña", { exact: true }).fill("no es esta");
  await press(page, "Iniciar");
}
/** The server answers this form so, whatever stands in it. */
const answered = (path: string, status: number, headers: Record<string, string> = {}) => {
  const reply = {
    statusCode: status,
    code: status === 429 ? "TOO_OFTEN" : "UNAVAILABLE",
    message: "-",
    errors: [],
  };
  return (page: Page) => page.route(path, (route) => route.fulfill({ status, headers, json: reply }));
};
const refusedLogin = (status: number, headers?: Record<string, string>) => async (page: Page) => {
  await answered("/api/user/auth/login", status, headers)(page);
  await wrongLogin(page);
};
async function refusedRecovery(page: Page) {
  await answered("/api/user/auth/forgotPassword", 429)(page);
  await recovery(page);
}
async function emptyRecovery(page: Page) {
  await page.goto("/recuperar");
  await page.getByLabel("Cédula").fill("");
  await press(page, "Solicitar recuperar contraseña");
}
async function recovery(page: Page) {
  await page.goto("/recuperar");
  await page.getByLabel("Cédula").fill("99999999");
  await press(page, "Solicitar recuperar contraseña");
}
async function differingReset(page: Page) {
  await page.goto("/reset_password?token=x");
  await page.getByLabel("Contraseña nueva").fill("tres loros en la mesa");
  await page.getByLabel("Confirma la contraseña").fill("dos loros en la mesa");
  await press(page, "Aceptar");
}

/** What the specification says on these screens, and when (§2, §5, §7, §8; decisions §4 for the links). */
const sentences: Sentence[] = [
  { words: "Ingresar como usuario", on: at("/") },
  { words: "Ingresar como Administrador (bb)", on: at("/login") },
  { words: "Iniciar", on: at("/") },
  { words: "Líder/Propietario", on: at("/") },
  { words: "Residente/Colaborador", on: at("/") },
  { words: "Visitante", on: at("/") },
  { words: "Olvidé mi contraseña", on: at("/") },
  { words: "* Debes diligenciar la cédula", on: emptyLogin },
  { words: "* Debes diligenciar la contraseña", on: emptyLogin },
  { words: "* Usuario o contraseña inválidos", on: wrongLogin, console: "401" },
  {
    words: "Demasiados intentos. Espera 15 minutos.",
    on: refusedLogin(429, { "retry-after": "900" }),
    console: "429",
  },
  { words: "No pudimos comunicarnos con el servidor.", on: refusedLogin(503), console: "503" },
  {
    words: "No pudimos enviar la solicitud. Espera unos minutos e intenta de nuevo.",
    on: refusedRecovery,
    console: ["429", "CallRefused"],
  },
  { words: "Solicitar recuperar contraseña", on: at("/recuperar") },
  { words: "Formulario inválido", on: emptyRecovery },
  { words: "El campo cedula esta vacio", on: emptyRecovery },
  { words: "Solicitud enviada", on: recovery },
  { words: "Revisa tu correo", on: recovery },
  { words: "Aceptar", on: at("/reset_password?token=x") },
  { words: "Las contraseñas no coinciden", on: differingReset },
];

test.describe("Las palabras de la especificación", () => {
  for (const { words, on, console } of sentences) {
    test(`«${words}»`, async ({ stranger, expectInConsole }) => {
      for (const line of [console ?? []].flat()) {
        expectInConsole(line);
      }
      const page = await stranger({ size: "phone" });
      await on(page);
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
    });
  }

  for (const words of ["Perfil", "Celular", "Correo electrónico", "Edificio", "Interior/Apartamento"]) {
    test(`«${words}», en el perfil`, async ({ signIn }) => {
      const rosa = await signIn("Rosa Líder", { size: "phone" });
      await expect(rosa.page.getByRole("heading", { name: "Rosa Líder" })).toBeVisible();
      await expect(rosa.page).toHaveTitle("Perfil · Umbral");
      if (words !== "Perfil") {
        await expect(rosa.page.getByRole("term").filter({ hasText: words })).toBeVisible();
      }
    });
  }
});
