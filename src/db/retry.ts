/** Milliseconds to wait, at random between these, so that all who failed at the same moment do not come back together. */
const WAIT = { least: 100, most: 300 };

/**
 * Runs it, and where that fails, once more what `again` names.
 * @param again what to try after this error; undefined: nothing, the error stands
 */
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
