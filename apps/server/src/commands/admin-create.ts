import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { createAdministrator } from "@umbral/contract/auth/administrators.contract";
import { v7 } from "uuid";
import { makeAdministrator } from "../features/auth/administrators.service.ts";
import { weaknessOf } from "../features/auth/password-rules.ts";
import { hashPassword } from "../features/auth/passwords.ts";
import { systemClock } from "../platform/clock.ts";
import { Refused } from "../platform/refused.ts";
import { asTyped } from "../platform/typed-commands.ts";
import { CommandFailed, runCommand, say } from "./command.ts";

const USAGE = `Uso: ${asTyped("admin-create", '--cedula N --name "Nombre" --email correo@ejemplo.com')}`;

/** `npm run admin:create`: makes a platform administrator, asking for the password. */
await runCommand(async ({ db }) => {
  const person = readPerson();
  const password = await askPassword();
  const weakness = weaknessOf(password, person.cedula);
  if (weakness !== undefined) {
    throw new CommandFailed(`La contraseña ${weakness}.`);
  }
  const passwordHash = await hashPassword(password);
  try {
    await db
      .transaction()
      .execute((trx) =>
        makeAdministrator({ newId: v7, clock: systemClock }, trx, null, { ...person, passwordHash }),
      );
  } catch (error) {
    if (error instanceof Refused) {
      const taken = error.errors.map(({ property }) => (property === "cedula" ? "esa cédula" : "ese correo"));
      throw new CommandFailed(
        `Ya hay una cuenta con ${taken.join(" y con ")}. Si la creó otra persona, usa «Recuperar la cédula» en Administrar Usuarios.`,
      );
    }
    throw error;
  }
  say(
    `Listo: ${person.name} puede iniciar sesión como administrador. La primera vez activará la verificación en dos pasos.`,
  );
  return 0;
});

function readPerson(): { cedula: string; name: string; email: string } {
  const options = { type: "string", default: "" } as const;
  let values: Record<string, string> = {};
  try {
    ({ values } = parseArgs({ options: { cedula: options, name: options, email: options } }));
  } catch {
    throw new CommandFailed(USAGE);
  }
  const parsed = createAdministrator.body.safeParse(values);
  if (!parsed.success) {
    throw new CommandFailed(USAGE);
  }
  return parsed.data;
}

/** Typed twice at a terminal, where it is not shown; read from a pipe otherwise. */
async function askPassword(): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY === true,
  });
  // Ctrl-C, Ctrl-D or no input at all: a question that nobody answers any more would wait for ever.
  const ended = new Promise<never>((_resolve, reject) => {
    lines.once("close", () => reject(new CommandFailed("\nNo se escribió ninguna contraseña.")));
  });
  ended.catch(() => undefined);
  try {
    process.stdout.write("Contraseña: ");
    const password = await Promise.race([lines.question(""), ended]);
    if (process.stdin.isTTY === true) {
      process.stdout.write("\nOtra vez: ");
      if ((await Promise.race([lines.question(""), ended])) !== password) {
        throw new CommandFailed("\nLas contraseñas no coinciden");
      }
    }
    process.stdout.write("\n");
    return password;
  } finally {
    lines.close();
  }
}
