/** What the server does by itself in rounds, for who never heard its name. A job that stands not here does not compile. */
const jobWords = {
  "access-lists": "listas de acceso",
  alarms: "alertas",
  "audit-seals": "sellos de la auditoría",
  calls: "llamadas",
  guests: "llamadas de invitados",
  housekeeping: "limpieza",
  logbook: "minuta",
  messages: "mensajes",
  "outside-events": "eventos para integraciones",
  parcels: "recordatorios de correspondencia",
  passes: "invitaciones",
  "passes-follow": "invitaciones que cambian de controlador",
  "quiet-hours": "horas de silencio",
  recoveries: "recuperación de contraseñas",
  sessions: "sesiones",
  states: "estado del sistema",
  stays: "estadías",
  "visitor-pictures": "tope por hora de fotos de visitantes",
  webhooks: "envíos a integraciones",
} as const;
export type JobName = keyof typeof jobWords;

const known: Readonly<Record<string, string>> = jobWords;

/** What a job is called for people. A server of another version may have one that nobody here knows. */
export const jobWordsOf = (name: string): string => known[name] ?? name;
