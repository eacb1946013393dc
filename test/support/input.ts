let made = 0;
/** A text that no other record in the storage of this test file has, always as long. */
export const unique = (prefix = 'T') => `${prefix}${Date.now().toString(36)}${(made++).toString(36).padStart(4, '0')}`;

export type Overrides = Record<string, unknown>;

const address = () => ({
  address_type: 'home',
  street: 'Storgatan 1',
  city: 'Uppsala',
  state: 'Uppland',
  postal_code: '753 20',
  country: 'Sweden',
});

const PUBLIC_KEY = {
  kty: 'RSA',
  kid: 'K1',
  alg: 'RS384',
  use: 'sig',
  n: 'rSzLCenUXWSQtQmegNExdpQWDDqO8ZEX8OPy8fnWqhj8qswFjGFyvvLypmmxLSbhs21MSZoFOejNf5zmQrF2WdzJxm25twVYSljwxamsk44DMei94suFbU3qQFkXpRI_mhuy3v7rmA8QBiG-6fSQRQdOXbYc2AlFye7KM9bz-OK373TdqHZ5QBAjdo0wELw52nXmMm8s7jsSDJy5YbNhN_pBNd8amINyEMmlmCxa2sLQp171px6LWIxe3UZSVi39W7fQYgFEsPZ7NlBhVVLjw0hxCxCW4NyGWMWOHH8WDAeZ9nwvYayudnXP5jAaAw_HCAgPH9eJKficzlYTU6HGFQ',
  e: 'AQAB',
};

/**
 * Valid bodies with a value for every field, unique where they must be. The ids in `appointment` and `invoice` belong to
 * no record: override them, or use `make`. Bench scripts import this file in plain Node: it imports nothing.
 */
export const input = {
  department: (overrides: Overrides = {}) => ({
    name: 'Cardiology',
    code: unique('DEP'),
    description: 'Heart and vessels',
    icon_codes: ['heart', 'pulse'],
    ...overrides,
  }),
  /** With keys: a client has these or a secret. */
  client: (overrides: Overrides = {}) => ({
    name: 'Warehouse',
    scope: 'system/Appointment.rs system/Patient.rs',
    secret: false,
    jwks: { keys: [PUBLIC_KEY] },
    expires_at: '2099-01-01T00:00:00Z',
    ...overrides,
  }),
  webhook: (overrides: Overrides = {}) => ({
    url: 'https://partner.example/hook',
    types: ['appointment.*', 'invoice.updated'],
    description: 'Accounting',
    disabled: false,
    ...overrides,
  }),
  import: (overrides: Overrides = {}) => ({
    ...{ entity: 'department', format: 'csv', source: 'urn:former-system', encoding: 'utf-8' },
    mapping: { Name: 'name', Code: 'code', Nr: 'external_id' },
    ...{ locale: 'de-DE', date_order: 'dmy', on_duplicate: 'report' },
    ...overrides,
  }),
  patient: (overrides: Overrides = {}) => ({
    gender: 'female',
    first_name: 'Anna',
    middle_name: 'Maria',
    last_name: unique('Svensson'),
    phone_number: '+46 70 123 45 67',
    alt_phone_number: '+46 18 61 10 00',
    dob: '1984-02-29',
    blood_group: 'A_POS',
    medical_conditions: [{ diagnozed_date: '2019-05-04', condition: 'Asthma', description: 'Mild' }],
    past_surgeries: [{ surgery: 'Appendectomy', date: '2001-11-30', surgeon: 'Dr. Ek', hospital: 'Akademiska' }],
    current_medications: [
      { medication: 'Salbutamol', dosage: '100 µg', frequency: 'as needed', prescribed_by: 'Dr. Ek' },
    ],
    addresses: [address()],
    ...overrides,
  }),
  /** What a patient has beyond the interface. The mother is no record: override her. */
  person: (overrides: Overrides = {}) => ({
    email: 'anna@family.example',
    national_id: unique('840229-'),
    preferred_language: 'sv',
    next_of_kin: { name: 'Bo Svensson', relation: 'husband', phone: '+46 70 123 45 68' },
    allergies: [{ substance: 'Penicillin', reaction: 'Rash', severity: 'severe', noted_date: '2011-03-02' }],
    deceased_at: '2025-11-20T04:10:00',
    mother_id: crypto.randomUUID(),
    payer: { name: 'Ocean Mutual', kind: 'insurance', member_number: 'OM-42', tax_id: 'SE556677889901' },
    contact: { email: true, sms: false },
    ...overrides,
  }),
  doctor: ({ user, ...overrides }: Overrides = {}) => {
    const name = unique('doctor').toLowerCase();
    return {
      first_name: 'Greta',
      middle_name: 'Elisabet',
      last_name: 'Lindqvist',
      alt_phone_number: '+46 18 61 10 01',
      bio: 'Cardiologist since 2005',
      license_number: unique('LIC'),
      gender: 'female',
      dob: '1975-06-15',
      experience: 19.5,
      consultation_fee: 120.5,
      addresses: [address()],
      user: {
        username: name,
        email: `${name}@test.example`,
        phone_number: '+46 18 61 10 02',
        type: 'doctor',
        password: 'stethoscope!',
        ...(user as Overrides | undefined),
      },
      ...overrides,
    };
  },
  appointment: (overrides: Overrides = {}) => ({
    type: 'OPD',
    status: 'SCEDULED',
    patient_id: crypto.randomUUID(),
    doctor_id: crypto.randomUUID(),
    department_id: crypto.randomUUID(),
    schedule: '2026-12-01T09:30:00',
    is_follow_up: false,
    expected_duration_minutes: 20,
    reason: 'Chest pain on the stairs',
    notes: 'Asked for an interpreter',
    tags: ['interpreter'],
    ...overrides,
  }),
  /** Working hours in one department. */
  hours: ({ department_id = crypto.randomUUID(), ...overrides }: Overrides = {}) => {
    const hours = { from: '08:00', to: '12:00', department_id, slot_minutes: 30 };
    return {
      weekly: [{ weekday: 1, ...hours }],
      exceptions: [{ date: '2027-12-27', off: false, hours: [hours], note: 'Short day' }],
      ...overrides,
    };
  },
  closures: (overrides: Overrides = {}) => ({
    closures: [
      { name: 'Midsummer', from: '2030-06-21', to: '2030-06-22', department_id: null, doctor_id: null, ...overrides },
    ],
  }),
  appointmentType: (overrides: Overrides = {}) => ({
    name: 'Echocardiography',
    minutes: 30,
    buffer_before: 5,
    buffer_after: 10,
    department_ids: [],
    doctor_ids: [],
    catalog_id: null,
    bookable_online: true,
    min_notice_hours: 0,
    needs: null,
    retired: false,
    ...overrides,
  }),
  /** A room or a piece of equipment. */
  calendarResource: (overrides: Overrides = {}) => ({
    name: unique('Room '),
    kind: 'Echo',
    department_id: null,
    ...overrides,
  }),
  note: (overrides: Overrides = {}) => ({
    title: 'First visit',
    text: 'Cough for a week.\nLungs clear.',
    ...overrides,
  }),
  messageRules: (overrides: Overrides = {}) => ({
    booked: true,
    reminders: [24, 2],
    quiet: { from: '22:00', until: '07:00' },
    channel: 'event',
    shows: ['doctor', 'type'],
    ...overrides,
  }),
  appointmentSeries: (overrides: Overrides = {}) => ({
    ...input.appointment(),
    ...{ every_weeks: 1, count: 4, until: null, on_conflict: 'skip', dry_run: false },
    ...overrides,
  }),
  invoice: (overrides: Overrides = {}) => ({
    issue_date: '2026-11-20T10:00:00',
    due_date: '2026-12-20T10:00:00',
    status: 'DRAFT',
    discount_amount: 0,
    discount_percent: 0,
    paid_amount: 0,
    appointment_id: null,
    patient_id: crypto.randomUUID(),
    items: [
      { name: 'Consultation', code: 'CONS', quantity: 1, unit_price: 100, discount_percent: 0, discount_amount: 0 },
    ],
    tags: [],
    ...overrides,
  }),
  /** A line of an invoice or a credit note, with a value for every field. */
  line: () => ({
    catalog_id: crypto.randomUUID(),
    code: 'C',
    name: 'N',
    quantity: 1,
    unit_price: 1,
    discount_percent: 0,
    discount_amount: 0,
    tax_percent: 19,
    doctor_id: crypto.randomUUID(),
  }),
  payment: (overrides: Overrides = {}) => ({
    amount: 10,
    method: 'cash',
    reference: 'R-1',
    paid_at: '2026-11-01T10:15:00',
    note: 'Paid by the daughter',
    payer: { name: 'Folksam', kind: 'insurance', member_number: '4711', tax_id: 'SE502006161901' },
    ...overrides,
  }),
  creditNote: (overrides: Overrides = {}) => ({
    amount: 10,
    reason: 'The visit was shorter than planned',
    ...overrides,
  }),
  catalogItem: (overrides: Overrides = {}) => ({
    code: unique('CAT'),
    name: 'Consultation',
    default_price: 100,
    discount_percent: 0,
    discount_amount: 0,
    category: 'Outpatient',
    description: 'Half an hour with a doctor',
    tags: [],
    ...overrides,
  }),
};
