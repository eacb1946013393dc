/** The lists of a patient with the fields of their entries; the first field is what an entry is called by. */
export const LISTS = {
  allergies: ['substance', 'reaction', 'severity', 'noted_date'],
  addresses: ['address_type', 'street', 'postal_code', 'city', 'state', 'country'],
  medical_conditions: ['condition', 'diagnozed_date', 'description'],
  past_surgeries: ['surgery', 'date', 'surgeon', 'hospital'],
  current_medications: ['medication', 'dosage', 'frequency', 'prescribed_by'],
} as const;

export type ListName = keyof typeof LISTS;
export type EntryField = (typeof LISTS)[ListName][number];
export type Entry = Partial<Record<EntryField, string | null>>;

export const isDate = (field: EntryField): boolean => ['date', 'diagnozed_date', 'noted_date'].includes(field);
