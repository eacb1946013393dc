/** When somebody was born and has died. Nobody dies before they are born; `isBornFirst` of writes.ts asks the same of an update. */
import type { ServiceContext } from '../../context';
import { InvalidError } from '../../errors';
import { type Birth, storedBirth } from '../../rules/birth';
import { instant, localDate } from '../../rules/datetime';

/** The date as it is stored, by the precision that was sent. @throws InvalidError */
export function dobOf({ dob, dob_precision }: Birth): string | null {
  if (dob !== null || !dob_precision || dob_precision === 'day') return storedBirth({ dob, dob_precision }).dob;
  const msg = `dob_precision says how much of dob is known: without dob it should be left out, null or "day"`;
  throw new InvalidError([{ loc: ['body', 'dob_precision'], msg, type: 'value_error' }]);
}

interface Lifetime {
  dob: string | null;
  /** undefined: as it is stored */
  deceased_at?: string | null | undefined;
}

/** The day by the clocks of the hospital, as those of births are. */
export const diedOn = ({ settings: { TIME_ZONE } }: ServiceContext, { deceased_at }: Pick<Lifetime, 'deceased_at'>) =>
  deceased_at ? localDate(instant(deceased_at, TIME_ZONE), TIME_ZONE) : null;

/** @param before what is stored, which may be sent back whatever it is. @throws InvalidError */
export function requireBirthFirst(ctx: ServiceContext, sent: Lifetime, before?: Lifetime): void {
  const { dob, deceased_at = before?.deceased_at } = sent;
  if (before && dob === before.dob && deceased_at === before.deceased_at) return;
  const died_on = sent.deceased_at === undefined ? deceased_at?.slice(0, 10) : diedOn(ctx, sent);
  if (!dob || !died_on || died_on >= dob) return;
  const field = sent.deceased_at === undefined ? 'dob' : 'deceased_at';
  throw new InvalidError([
    { loc: ['body', field], msg: 'deceased_at should not be before the day of dob', type: 'value_error' },
  ]);
}
