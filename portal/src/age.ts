/**
 * How long after the birth, in the unit that people count by: of the first weeks days, of infants weeks and months.
 * @param born YYYY-MM-DD, or what is known of it: then in months or years, about, as the day may be any
 */
export function ageOn(day: string, born: string): { count: number; unit: 'day' | 'week' | 'month' | 'year' } {
  const [year = 0, month, date] = born.split('-').map(Number);
  const [thisYear = 0, thisMonth = 0, thisDate = 0] = day.split('-').map(Number);
  if (month === undefined) return { count: thisYear - year, unit: 'year' };
  const days = Math.max(Math.round((Date.parse(day) - Date.parse(born)) / 86_400_000), 0);
  if (date !== undefined && days < 28) return { count: days, unit: 'day' };
  if (date !== undefined && days < 13 * 7) return { count: Math.floor(days / 7), unit: 'week' };
  const months = (thisYear - year) * 12 + thisMonth - month - (date !== undefined && thisDate < date ? 1 : 0);
  return months < 24 ? { count: months, unit: 'month' } : { count: Math.floor(months / 12), unit: 'year' };
}
