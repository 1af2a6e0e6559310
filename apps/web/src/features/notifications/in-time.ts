/** What is answered within so long. A browser may leave what it was asked unanswered for ever, and a line too. */
export async function inTime<Answer>(
  answer: Promise<Answer>,
  withinMs: number,
  what: string,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const never = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what}`)), withinMs);
  });
  try {
    return await Promise.race([answer, never]);
  } finally {
    clearTimeout(timer);
  }
}
