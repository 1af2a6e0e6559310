import { DEMONSTRATION_PASSWORD, demonstrationAccounts } from "./accounts.ts";

/** What the console says when everything is ready. */
export function banner(address: string, isDemonstration: boolean): string {
  const lines = ["", `  Umbral está listo: ${address}`];
  if (isDemonstration) {
    lines.push(
      "",
      "  Cuentas de demostración (solo desde este equipo)",
      `  Contraseña de todas: ${DEMONSTRATION_PASSWORD}`,
      "",
      ...demonstrationAccounts
        .filter((account) => !account.isPending)
        .map(
          ({ cedula, name, role, building, apartment }) =>
            `  ${cedula.padEnd(11)} ${name.padEnd(22)} ${
              role === undefined
                ? "administradora de la plataforma (Ingresar como Administrador)"
                : [role, building, apartment].filter((part) => part !== undefined).join(", ")
            }`,
        ),
      "",
      `  El otro lado del edificio: ${address}/demo`,
    );
  }
  lines.push("", "  Ctrl-C para detener.", "");
  return lines.join("\n");
}
