import { and } from 'drizzle-orm';
import { isLive } from '../../../db/entity';
import { user } from '../../../db/schema/user';
import { db, type Inputs, statement } from '../../../db/statement';
import { isPerson } from '../accounts/queries';

export const receiverColumns = { id: user.id, email: user.email, language: user.language };
export type Receiver = Pick<typeof user.$inferSelect, 'id' | 'email'> &
  Partial<Pick<typeof user.$inferSelect, 'language'>>;

export const receiverOf = statement((p: Inputs<{ id: string }>) =>
  db
    .select(receiverColumns)
    .from(user)
    .where(and(isLive(user, p.id), isPerson)),
);
