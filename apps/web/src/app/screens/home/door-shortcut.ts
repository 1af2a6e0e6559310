const NAME = "puerta";
const FIRST = "principal";

/** Does somebody come for the door that stands first at their home or desk, by the installed app's shortcut? Its address is in the manifest. */
export const isForDoor = (search: URLSearchParams): boolean => search.get(NAME) === FIRST;

/** The same place as another screen has it. */
export const forDoor = (path: string): string => `${path}?${NAME}=${FIRST}`;
