import type { Unsubscribing } from '../../auth/unsubscribe';
import type { ServiceContext } from '../../context';
import * as queries from './queries';

/** Whoever has the link is told nothing of the record, and so not whether there was any consent to take back. */
export async function withdrawEmail(ctx: ServiceContext, { patient_id }: Unsubscribing): Promise<void> {
  await ctx.db.run(queries.withdrawEmail(ctx, { id: patient_id, if_version: null }, { contact: null }));
}
