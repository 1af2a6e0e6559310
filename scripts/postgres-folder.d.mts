export function findPostgresFolder(): Promise<string | undefined>;
