import { HospitalError, type Schema, unwrap } from 'hospital-service-client';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { hasCode } from './errors';
import { createKeeper, type Kept, NOTHING } from './kept-time';
import { hospital, isSignedIn } from './session';

// A free time that somebody has chosen is kept for them while they fill in the rest.

export type HoldBody = Schema<'HoldInput'>;
type Hold = Schema<'Hold'>;
export type Held = Kept<Hold>;

/** Seconds. */
const KEPT_FOR = 300;
/** Milliseconds that booking waits for an answer whether the time is kept. */
const PATIENCE = 3000;

/** Whether it is the time that is refused. Otherwise the service cannot keep any, and booking goes on without. */
const isRefusal = (error: unknown): boolean => error instanceof HospitalError && [404, 409].includes(error.status);

const service = {
  async ask(body: HoldBody) {
    return unwrap(await hospital.POST('/calendar/holds', { body: { ...body, ttl: KEPT_FOR } }));
  },
  giveBack(id: string) {
    // Without a session nobody can: it ends by itself.
    if (isSignedIn()) void hospital.DELETE('/calendar/holds/{id}', { params: { path: { id } } });
  },
  isRefusal,
};

/** Keeps a time as long as it is chosen and the page is open, or until it ends. */
export function useHold(wanted: HoldBody | undefined) {
  const [kept, setKept] = useState<Held>(NOTHING);
  const keeper = useMemo(() => createKeeper<HoldBody, Hold>(service, KEPT_FOR * 1000, setKept), []);
  useEffect(() => keeper.want(wanted), [JSON.stringify(wanted)]);
  useEffect(() => () => keeper.want(undefined), []);
  /** @returns the id, once it is known whether the time is kept; nothing where it is not */
  async function id(): Promise<string | undefined> {
    await Promise.race([keeper.settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    return keeper.kept.is === 'kept' ? keeper.kept.hold.id : undefined;
  }
  return {
    kept,
    again: keeper.again,
    /** Books the time that is kept, or the time alone where it is not. */
    async book<T>(create: (held: { hold_id?: string }) => Promise<T>): Promise<T> {
      const hold_id = await id();
      if (!hold_id) return create({});
      const booked = await create({ hold_id }).catch((error) => {
        // It has ended on the way: the time may be free all the same.
        if (!hasCode(error, 'not_found', 'reference_not_found')) throw error;
        keeper.ended();
        return create({});
      });
      keeper.taken();
      return booked;
    },
  };
}
