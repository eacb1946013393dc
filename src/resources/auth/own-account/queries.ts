import { eq, isNull, or, type SQLWrapper, sql } from 'drizzle-orm';
import { auditedUpdate } from '../../../db/audited-update';
import type { Acting } from '../../../db/current-actor';
import { user } from '../../../db/schema/user';
import type { Inputs } from '../../../db/statement';
import type { Language } from '../../../rules/languages';
import { newEmailSetBy } from '../accounts/promotion';

/** Null: stays as it is. */
interface Given extends Acting {
  new_name: string | null;
  new_email: string | null;
  new_key: string | null;
  new_language: Language | null;
  /** 0 or 1: null is a language, too, the deployment's */
  sets_language: number;
  /** the hash of the password that was confirmed, with a new e-mail */
  old_hash: string | null;
}

const either = (given: SQLWrapper, before: SQLWrapper) => sql`coalesce(${given}, ${before})`;
/** The e-mail is the username, too, until somebody changes that. */
const asEmail = (given: SQLWrapper, before: SQLWrapper) =>
  sql`iif(${user.username_key} = ${user.email_key}, ${either(given, before)}, ${before})`;

export const setOwn = auditedUpdate(user, [], {
  guarded: true,
  derived: ['email_key', 'username_key', 'email_set_by'],
  computed: {
    full_name: (p: Inputs<Given>) => either(p.new_name, user.full_name),
    email: (p: Inputs<Given>) => either(p.new_email, user.email),
    email_key: (p: Inputs<Given>) => either(p.new_key, user.email_key),
    username: (p: Inputs<Given>) => asEmail(p.new_email, user.username),
    username_key: (p: Inputs<Given>) => asEmail(p.new_key, user.username_key),
    language: (p: Inputs<Given>) => sql`iif(${p.sets_language}, ${p.new_language}, ${user.language})`,
    email_set_by: ({ acting, acting_role, new_email }: Inputs<Given>) =>
      newEmailSetBy({ acting, acting_role, email: either(new_email, user.email), names_email: sql`0` }),
  },
  where: (p: Inputs<Given>) => or(isNull(p.old_hash), eq(user.password_hash, p.old_hash)),
});
