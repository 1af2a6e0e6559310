/** What came of the work, no sooner than after `ms`: a success that flashes by is not believed. A failure at once. */
export async function noSoonerThan<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  return result;
}
