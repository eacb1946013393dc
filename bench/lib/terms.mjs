// The search terms of generated rows, by the service's own functions. Node can import this file once
// scripts/typescript.mjs has run; a bundler needs nothing.
import { catalogItemTerms } from '../../src/resources/catalog/terms.ts';
import { departmentTerms } from '../../src/resources/department/terms.ts';
import { doctorTerms } from '../../src/resources/doctor/terms.ts';
import { invoiceTerms } from '../../src/resources/invoice/terms.ts';
import { patientTerms } from '../../src/resources/patient/terms.ts';

/** By table: the columns with terms, from the other columns of a row. */
const COLUMNS = {
  department: departmentTerms,
  patient: patientTerms,
  doctor: doctorTerms,
  invoice: (row) => invoiceTerms({ items: JSON.parse(row.items) }),
  catalog_item: catalogItemTerms,
};

/** As they are stored; none for a table that is not searched. */
export function termsOf(table, row) {
  const columns = COLUMNS[table]?.(row) ?? {};
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, JSON.stringify(value)]));
}
