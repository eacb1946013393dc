import { invoice } from '../../db/schema/invoice';
import { searchRebuild } from '../../db/search-rebuild';
import { termsOf } from '../../rules/search/terms';

/** Without the patient's words, which are looked up. */
export const invoiceTerms = ({ items }: Pick<typeof invoice.$inferSelect, 'items'>) => ({
  terms: termsOf({ codes: items.map(({ code }) => code), texts: items.map(({ name }) => name) }),
});

export const invoiceRebuild = searchRebuild(invoice, {
  fields: ['items'],
  derived: ['terms'],
  derive: invoiceTerms,
  // The lines of one invoice can take 300 KB.
  rows: 100,
});
