/** How a command is called: by npm beside the sources, by the `run` of a package's folder, and by `umbral` where that is installed. */
export const COMMANDS = {
  "admin-create": { npm: "admin:create", run: "admin-create", umbral: "administrador" },
  "admin-on": { npm: "admin:activate", run: "admin-state on", umbral: "acceso on" },
  "admin-off": { npm: "admin:deactivate", run: "admin-state off", umbral: "acceso off" },
  backup: { npm: "backup", run: "backup", umbral: "respaldo" },
  "files-move": { npm: "files:move", run: "files-move", umbral: "archivos" },
  person: { npm: "person", run: "person", umbral: "persona" },
  restore: { npm: "restore", run: "restore", umbral: "restaurar" },
} as const;

/**
 * What a person types here for a command, as they know it from how this program was called.
 * @param words what comes after its name
 * @param calledBy `CALLED_BY`: `umbral`, or the path of a folder's `run`; nothing from the sources
 */
export function asTyped(
  name: keyof typeof COMMANDS,
  words = "",
  calledBy = process.env["CALLED_BY"],
): string {
  const { npm, run, umbral } = COMMANDS[name];
  if (calledBy === undefined) {
    return `npm run ${npm}${words && ` -- ${words}`}`;
  }
  const command = calledBy === "umbral" ? `sudo umbral ${umbral}` : `${calledBy} ${run}`;
  return `${command}${words && ` ${words}`}`;
}
