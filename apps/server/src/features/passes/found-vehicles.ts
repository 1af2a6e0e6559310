/** What the search from everywhere asks of passes. */
export { findVehiclesBeginning, normalPlate } from "./found-vehicles.queries.ts";
