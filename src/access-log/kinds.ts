/** Bit n of `access_day.kinds` is the nth. Bits are stored, so new kinds come last. `other`: unknown to this version. */
export const ACCESS_KINDS = [
  'other',
  'login_failed',
  'refused',
  'patient:read',
  'patient:list',
  'patient:search',
  'patient:duplicates',
  'appointment:read',
  'appointment:list',
  'appointment:search',
  'invoice:read',
  'invoice:list',
  'invoice:search',
  'file:read',
  'file:list',
  'audit:list',
  'access:list',
  'note:read',
  'note:list',
  'appointment_series:read',
] as const;
export type Kind = (typeof ACCESS_KINDS)[number];

const BITS = new Map<string, number>(ACCESS_KINDS.map((kind, n) => [kind, 2 ** n]));

/** Refusals and failed logins have a kind each, whatever their entity. */
export const bitOf = ({ entity, action }: { entity: string; action: string }): number =>
  BITS.get(action) ?? BITS.get(`${entity}:${action}`) ?? 1;

export const kindsIn = (bits: number): Kind[] => ACCESS_KINDS.filter((_, n) => bits & (2 ** n));

interface KindFilter {
  entity?: string | undefined;
  action?: string | undefined;
}

/** Of all kinds that match. Refusals and failed logins match no entity. */
export const bitsOf = ({ entity, action }: KindFilter): number =>
  ACCESS_KINDS.reduce((bits, kind, n) => {
    const [of, what = of] = kind.split(':');
    const isOfEntity = entity === undefined || (entity === of && what !== of);
    const isOfAction = action === undefined || action === what;
    return isOfEntity && isOfAction ? bits | (2 ** n) : bits;
  }, 0);
