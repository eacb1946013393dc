// A patient with all that a record may say besides the basics.
import { made } from './portal.mjs';

export const LATEX = { substance: 'Latex', reaction: null, severity: null, noted_date: null };
export const PENICILLIN = {
  substance: 'Penicillin',
  reaction: 'Anaphylaxis',
  severity: 'severe',
  noted_date: '2011-03-02',
};
export const PERSON = {
  email: 'asa@family.example',
  preferred_language: 'sv',
  next_of_kin: { name: 'Bo Svensson', relation: 'husband', phone: '+46 70 123 45 68' },
  payer: { name: 'Folksam', kind: 'insurance', member_number: 'F-1', tax_id: null },
};

export const register = (call, last_name, more) =>
  made(call('POST', '/patient/', { json: { first_name: 'Åsa', last_name, gender: 'female', ...more } }));
export const readPatient = (call, { id }) => made(call('GET', `/patient/${id}?view=full`));
