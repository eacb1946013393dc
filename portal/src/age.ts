/** How long after the birth, in the unit that people count by: of the first weeks days, of infants weeks and months. */
export function ageOn(day: string, dob: string): { count: number; unit: 'day' | 'week' | 'month' | 'year' } {
  const days = Math.max(Math.round((Date.parse(day) - Date.parse(dob)) / 86_400_000), 0);
  if (days < 28) return { count: days, unit: 'day' };
  if (days < 13 * 7) return { count: Math.floor(days / 7), unit: 'week' };
  const [year = 0, month = 0, date = 0] = dob.split('-').map(Number);
  const [thisYear = 0, thisMonth = 0, thisDate = 0] = day.split('-').map(Number);
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDate < date ? 1 : 0);
  return months < 24 ? { count: months, unit: 'month' } : { count: Math.floor(months / 12), unit: 'year' };
}
