import { catalogItem } from '../db/schema/catalog';
import { department } from '../db/schema/department';
import { doctor } from '../db/schema/doctor';
import { doctorHours } from '../db/schema/doctor-hours';
import { invoice } from '../db/schema/invoice';
import { patient } from '../db/schema/patient';
import { searchFill } from '../db/search-fill';
import { catalogItemRebuild } from '../resources/catalog/terms';
import { departmentRebuild } from '../resources/department/terms';
import { doctorRebuild } from '../resources/doctor/terms';
import { invoiceRebuild } from '../resources/invoice/terms';
import { patientRebuild } from '../resources/patient/terms';

/** Small tables first: they need not wait for a million patients. */
export const SEARCH_REBUILDS = [departmentRebuild, doctorRebuild, catalogItemRebuild, patientRebuild, invoiceRebuild];

/** Filled before anything is rebuilt: what is not in an index is not found at all. */
export const SEARCH_FILLS = [department, doctor, doctorHours, catalogItem, patient, invoice].map(searchFill);
