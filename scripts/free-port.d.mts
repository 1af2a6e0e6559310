/** For a program that has to be told its port. Another may take it in between; none does in a test. */
export function freePort(): Promise<number>;
