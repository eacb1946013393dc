/** Until when the secret before the present one works; null: it does not any more. */
export const formerUntil = ({ former_secret_until: until }: { former_secret_until: string | null }): string | null =>
  until !== null && Date.parse(until) > Date.now() ? until : null;
