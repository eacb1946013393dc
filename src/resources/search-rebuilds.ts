import { catalogItemRebuild } from './catalog/terms';
import { departmentRebuild } from './department/terms';
import { doctorRebuild } from './doctor/terms';
import { invoiceRebuild } from './invoice/terms';
import { patientRebuild } from './patient/terms';

/** Every searchable table, small ones first: they need not wait for a million patients. */
export const SEARCH_REBUILDS = [departmentRebuild, doctorRebuild, catalogItemRebuild, patientRebuild, invoiceRebuild];
