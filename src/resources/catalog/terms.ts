import { catalogItem } from '../../db/schema/catalog';
import { searchRebuild } from '../../db/search-rebuild';
import { termsOf } from '../../rules/search/terms';

const FIELDS = ['code', 'name', 'category', 'description'] as const;
type Searched = Pick<typeof catalogItem.$inferSelect, (typeof FIELDS)[number]>;

export const catalogItemTerms = ({ code, name, category, description }: Searched) => ({
  terms: termsOf({ codes: [code], texts: [name, category, description] }),
});

export const catalogItemRebuild = searchRebuild(catalogItem, {
  fields: FIELDS,
  derived: ['terms'],
  derive: catalogItemTerms,
});
