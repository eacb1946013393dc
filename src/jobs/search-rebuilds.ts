import { catalogItemRebuild } from '../resources/catalog/terms';
import { departmentRebuild } from '../resources/department/terms';
import { doctorRebuild } from '../resources/doctor/terms';
import { invoiceRebuild } from '../resources/invoice/terms';
import { patientRebuild } from '../resources/patient/terms';

/** Small tables first: they need not wait for a million patients. */
export const SEARCH_REBUILDS = [departmentRebuild, doctorRebuild, catalogItemRebuild, patientRebuild, invoiceRebuild];
