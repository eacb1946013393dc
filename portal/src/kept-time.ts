// One time that is kept at a time, whatever is chosen in the meantime: asked for, given back, and at its end.

export type Kept<Hold> =
  | { is: 'nothing' }
  | { is: 'asking' }
  | { is: 'kept'; hold: Hold }
  /** its time is up */
  | { is: 'over' }
  /** somebody else has it */
  | { is: 'refused'; error: unknown }
  /** none can be kept just now */
  | { is: 'without' };

export const NOTHING = { is: 'nothing' } as const;

interface Service<Body, Hold> {
  /** asks for it to be kept */
  ask: (body: Body) => Promise<Hold>;
  giveBack: (id: string) => void;
  /** whether that time is refused, and not times at all */
  isRefusal: (error: unknown) => boolean;
}

/** It counts as over a little before it is: what is booked with it arrives in time. */
const MARGIN = 3000;

/** @param milliseconds for which it is kept @param onChange is told what has become of it */
export function createKeeper<Body, Hold extends { id: string }>(
  { ask, giveBack, isRefusal }: Service<Body, Hold>,
  milliseconds: number,
  onChange: (kept: Kept<Hold>) => void,
) {
  let kept: Kept<Hold> = NOTHING;
  let wanted: Body | undefined;
  /** what `kept` is about */
  let asked: Body | undefined;
  let work: Promise<void> | undefined;
  let end: ReturnType<typeof setTimeout> | undefined;

  function become(next: Kept<Hold>): void {
    clearTimeout(end);
    kept = next;
    onChange(next);
  }

  /** One request after the other: of what was chosen in quick succession only the last is asked for. */
  async function follow(): Promise<void> {
    while (wanted !== asked) {
      const body = wanted;
      asked = body;
      if (kept.is === 'kept') giveBack(kept.hold.id);
      if (body === undefined) {
        // Why it was refused stays to be read where that has taken it from the free ones.
        if (kept.is !== 'refused') become(NOTHING);
        continue;
      }
      become({ is: 'asking' });
      const begun = Date.now();
      try {
        become({ is: 'kept', hold: await ask(body) });
        const left = milliseconds - MARGIN - (Date.now() - begun);
        end = setTimeout(() => become({ is: 'over' }), left);
      } catch (error) {
        if (wanted !== body) become(NOTHING);
        else become(isRefusal(error) ? { is: 'refused', error } : { is: 'without' });
      }
    }
  }

  function start(): void {
    work ??= follow().finally(() => {
      work = undefined;
    });
  }

  return {
    get kept() {
      return kept;
    },
    /** @param body undefined: nothing any more */
    want(body: Body | undefined): void {
      if (JSON.stringify(body) === JSON.stringify(wanted)) return;
      wanted = body;
      start();
    },
    /** the same once more, after its end */
    again(): void {
      asked = undefined;
      start();
    },
    /** it has become a visit: there is nothing to give back */
    taken(): void {
      wanted = undefined;
      if (kept.is === 'kept') {
        asked = undefined;
        become(NOTHING);
      } else start();
    },
    /** the service says so */
    ended(): void {
      become({ is: 'over' });
    },
    /** that it is known whether it is kept */
    settled: async (): Promise<void> => work,
  };
}
