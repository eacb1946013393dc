// What is made for paper alone, whose code comes when the first of it is opened.
export { AppointmentSlip } from './appointment-slip';
export { DayPrint } from './day-print';
export { PatientCard } from './patient-card';
export { PatientLabels } from './patient-labels';
