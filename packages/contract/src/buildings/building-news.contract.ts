import { z } from "zod";

/**
 * Server → the people of a building and the platform's administrators: its settings, its places, doors or cameras
 * are others now. Ask again.
 */
export const buildingEvents = { "building:changed": z.object({ buildingId: z.uuid() }) } as const;
