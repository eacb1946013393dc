// What is made for paper alone, whose code comes when the first of it is opened.
export { DayPrint } from './day-print';
