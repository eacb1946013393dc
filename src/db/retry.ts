/** Milliseconds, at random between these: those who failed at the same moment must not come back together. */
const WAIT = { least: 100, most: 300 };

/** @param again what to try, once, after this error; undefined where the error stands */
export async function withRetry<T>(
  run: () => Promise<T>,
  again: (error: unknown) => (() => Promise<T>) | undefined,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const retry = again(error);
    if (!retry) throw error;
    await scheduler.wait(WAIT.least + Math.random() * (WAIT.most - WAIT.least));
    return retry();
  }
}
