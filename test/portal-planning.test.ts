import { describe, expect, test } from 'vitest';
import { kindsOf } from '../portal/src/kinds';
import { bodyOf, NOTHING, textsOf } from '../portal/src/type-texts';
import { AppointmentTypeInput } from '../src/resources/appointment-type/schemas';

const [one, other] = ['601ffb8b-63a9-4bc9-9d10-f4e564ebcc56', '30d8b0c6-cad2-4d96-ae49-26f8b62ea591'] as const;

describe('What the form of an appointment type sends', () => {
  const type = {
    id: one,
    name: 'Echocardiography',
    minutes: 40,
    buffer_before: 5,
    buffer_after: 10,
    department_ids: [one, other],
    doctor_ids: [other],
    catalog_id: one,
    bookable_online: true,
    min_notice_hours: 24,
    needs: 'Ultrasound',
    retired_at: null,
  };
  const { id: _, retired_at: __, ...fields } = type;

  test('is what the record says, where nobody has changed it', () => {
    expect(bodyOf(textsOf(type))).toEqual(fields);
  });

  test('is nothing of the fields that nobody has touched', () => {
    expect(JSON.parse(JSON.stringify(bodyOf({ minutes: '30' })))).toEqual({ minutes: 30 });
  });

  test('is none, or all, of what is empty, as the service has it by default', () => {
    const body = { ...bodyOf(NOTHING), name: 'Check-up', minutes: 20 };
    const { retired: ___, ...defaults } = AppointmentTypeInput.parse({ name: 'Check-up', minutes: 20 });
    expect(AppointmentTypeInput.parse(body)).toEqual({ ...defaults, retired: false });
    expect(bodyOf(textsOf({ ...type, ...defaults }))).toEqual(defaults);
    expect(bodyOf({ needs: ' ', catalog_id: '' })).toMatchObject({ needs: null, catalog_id: null });
  });
});

test('Kinds of rooms are offered once, however they are spelled', () => {
  const kinds = ['Treatment room', 'ultrasound', 'TREATMENT-ROOM', 'Ultra Sound', 'OCT'].map((kind) => ({ kind }));
  expect(kindsOf(kinds)).toEqual(['OCT', 'Treatment room', 'ultrasound']);
});
