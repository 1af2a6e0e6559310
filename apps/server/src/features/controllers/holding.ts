/** What other rooms ask and change of who holds what. */
export {
  findControllerIds as controllersOf,
  findMain,
  lockController,
  makeMain,
} from "./controllers.queries.ts";
