import { type Env, misspeltVariables, readEnv, WrongEnvironment } from "./env.ts";

/**
 * The settings as a program finds them: the process's own variables, and those of a `.env` in the folder that it was
 * started in, where they are not set already.
 * @param warn hears of every variable that would be ignored
 * @throws {WrongEnvironment}
 */
export function openEnv(warn: (line: string) => void): Env {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) {
      throw new WrongEnvironment(".env: no se puede leer. Revisa que sea un archivo y sus permisos.");
    }
  }
  for (const line of misspeltVariables(process.env)) {
    warn(`Aviso: ${line}`);
  }
  return readEnv(process.env);
}
