import { afterAll, beforeAll, type MockInstance, vi } from 'vitest';

/** For a file of tests: the service goes on at once where it would pause before it tries again. */
export function withoutPauses(): void {
  let pause: MockInstance<typeof scheduler.wait>;
  beforeAll(() => {
    pause = vi.spyOn(scheduler, 'wait').mockResolvedValue();
  });
  afterAll(() => pause.mockRestore());
}
