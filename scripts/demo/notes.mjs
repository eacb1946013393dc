// What doctors have written about visits that are over: some of those of the first doctors, each by the doctor's own account.
import { unwrap } from 'hospital-service-client';
import { DEPARTMENTS } from './departments.mjs';
import { randomOf } from './random.mjs';

/** Doctors who write, one of each of the first departments: each has to log in. */
const WRITERS = 6;
/** Every so many visits have a note, and every so many notes are not signed yet. */
const EVERY = { note: 3, draft: 7 };

// biome-ignore format: a table
const FINDINGS = {
  GEN: ['Throat red, lungs clear, temperature 37.8 °C.', 'Blood pressure 142/88, pulse 76, no oedema.', 'Abdomen soft, no tenderness.'],
  CARD: ['ECG: sinus rhythm, 72 a minute, no ischaemia.', 'Systolic murmur 2/6 over the apex. Blood pressure 138/84.', 'No sign of heart failure at rest.'],
  PED: ['Weight and height on their percentiles. Ears and throat clear.', 'Right ear drum red. Child in good general condition.'],
  ORTH: ['Knee: no effusion, ligaments firm, pain on the medial side.', 'Wrist swollen, X-ray without a fracture.', 'Lasègue negative, no loss of strength or feeling.'],
  EMER: ['Clean cut of 3 cm, tendons and feeling intact.', 'Bruises of hip and elbow, no fracture. Oriented, no vomiting.'],
  DERM: ['Even, sharply bounded naevus of 4 mm.', 'Dry, reddened skin in both elbows.'],
};
const PLANS = [
  'Ibuprofen 400 mg as needed, at most three a day. Back if it is no better in a week.',
  'Blood count and CRP today, results by telephone.',
  'Same medication. See again in three months.',
  'Physiotherapy, six times. Rest for two weeks.',
  'Explained, no treatment needed. Back at once if it gets worse.',
];

/** @returns the visits that have a note, each with its text and whether it is signed */
export const notesOf = (seed, visits) =>
  visits
    .filter(({ doctor }, n) => doctor < WRITERS && n % EVERY.note === 0)
    .map((visit, n) => {
      const random = randomOf(seed, 'note', n, visit.date);
      const told = visit.body.reason ? [`Reports: ${visit.body.reason}.`] : [];
      const found = random.pick(FINDINGS[DEPARTMENTS[visit.department].code]);
      return {
        visit,
        text: [...told, `Found: ${found}`, `Plan: ${random.pick(PLANS)}`].join('\n\n'),
        isSigned: n % EVERY.draft !== EVERY.draft - 1,
      };
    });

/** What an earlier run has signed stays. @param doctor client of the doctor of the visit */
export async function writeNote(doctor, id, { text, isSigned }) {
  const params = { path: { id } };
  const written = await doctor.PUT('/calendar/appointments/{id}/note', { params, body: { text } });
  if (written.error?.code !== 'not_editable') unwrap(written);
  if (isSigned) unwrap(await doctor.POST('/calendar/appointments/{id}/note/sign', { params }));
}
