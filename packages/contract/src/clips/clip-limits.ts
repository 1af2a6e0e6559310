/** Events of a camera's day on one page. */
export const CAMERA_DAY_PAGE = 50;
/** Marks on the line of a day at most; a door that opens more often than that is leafed through. */
export const CAMERA_DAY_MARKS = 2000;
