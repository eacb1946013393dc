import { department } from '../../db/schema/department';
import { searchRebuild } from '../../db/search-rebuild';
import { termsOf } from '../../rules/search/terms';

const FIELDS = ['name', 'code'] as const;
type Searched = Pick<typeof department.$inferSelect, (typeof FIELDS)[number]>;

export const departmentTerms = ({ name, code }: Searched) => ({ terms: termsOf({ codes: [code], texts: [name] }) });

export const departmentRebuild = searchRebuild(department, {
  fields: FIELDS,
  derived: ['terms'],
  derive: departmentTerms,
});
