import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldAt } from '../../../src/imports/reading/fields';
import { faultsInMapping } from '../../../src/imports/reading/mapping';
import { suggestedMapping } from '../../../src/imports/reading/suggestions';
import { SYNONYMS } from '../../../src/imports/reading/synonyms';
import { AppointmentInput } from '../../../src/resources/appointment/schemas';
import { CatalogItemInput } from '../../../src/resources/catalog/schemas';
import { DepartmentInput } from '../../../src/resources/department/schemas';
import { DoctorInput } from '../../../src/resources/doctor/schemas';
import { PatientInput } from '../../../src/resources/patient/schemas';
import { name, optional, optionalList } from '../../../src/schemas/fields';

const external_id = optional(name);
const identifiers = optionalList(z.object({ system: name, value: name, type: optional(name) }));
const ids = { patient_external_id: external_id, doctor_external_id: external_id, department_external_id: external_id };
const { patient_id, doctor_id, department_id, ...visit } = AppointmentInput.shape;
const FIELDS = {
  patient: z.object({ ...PatientInput.shape, external_id, identifiers }),
  doctor: z.object({ ...DoctorInput.shape, external_id }),
  department: z.object({ ...DepartmentInput.shape, external_id }),
  catalog: z.object({ ...CatalogItemInput.shape, external_id }),
  appointment: z.object({ ...visit, ...ids, external_id }),
};

describe('A suggested mapping', () => {
  it.each<[string, keyof typeof FIELDS, Record<string, string>]>([
    [
      'OpenEMR',
      'patient',
      {
        id: '',
        pid: 'external_id',
        pubpid: '',
        title: '',
        fname: 'first_name',
        lname: 'last_name',
        mname: 'middle_name',
        DOB: 'dob',
        sex: 'gender',
        street: 'addresses.0.street',
        city: 'addresses.0.city',
        state: 'addresses.0.state',
        county: '',
        postal_code: 'addresses.0.postal_code',
        country_code: 'addresses.0.country',
        phone_home: 'alt_phone_number',
        phone_cell: 'phone_number',
        email: 'email',
        ss: 'national_id',
        language: 'preferred_language',
        status: '',
        date: '',
        contact_relationship: 'next_of_kin.name',
        phone_contact: 'next_of_kin.phone',
        hipaa_allowsms: 'contact.sms',
        deceased_date: 'deceased_at',
      },
    ],
    [
      'OpenMRS',
      'patient',
      {
        identifier: 'external_id',
        given_name: 'first_name',
        family_name: 'last_name',
        gender: 'gender',
        birthdate: 'dob',
        birthdate_estimated: '',
        address1: 'addresses.0.street',
        city_village: 'addresses.0.city',
        state_province: 'addresses.0.state',
        death_date: 'deceased_at',
      },
    ],
    [
      'German',
      'patient',
      {
        'Patienten-Nr.': 'external_id',
        Name: 'last_name',
        Vorname: 'first_name',
        'Geb.-Datum': 'dob',
        Geschlecht: 'gender',
        Straße: 'addresses.0.street',
        PLZ: 'addresses.0.postal_code',
        Ort: 'addresses.0.city',
        Telefon: 'phone_number',
        'Telefon 2': 'alt_phone_number',
        'E-Mail': 'email',
        Krankenkasse: 'payer.name',
        Versichertennummer: 'payer.member_number',
        Blutgruppe: 'blood_group',
        Bemerkung: '',
      },
    ],
    [
      'English',
      'patient',
      {
        MRN: 'external_id',
        'First Name': 'first_name',
        Surname: 'last_name',
        'Date of Birth': 'dob',
        Sex: 'gender',
        Mobile: 'phone_number',
        Phone: 'alt_phone_number',
        Address: 'addresses.0.street',
        Town: 'addresses.0.city',
        Postcode: 'addresses.0.postal_code',
        import_msg: '',
      },
    ],
    [
      'French',
      'patient',
      {
        Dossier: 'external_id',
        Nom: 'last_name',
        Prénom: 'first_name',
        'Né(e) le': '',
        'Date de naissance': 'dob',
        Sexe: 'gender',
        Téléphone: 'phone_number',
        Courriel: 'email',
        Ville: 'addresses.0.city',
        'Code postal': 'addresses.0.postal_code',
        Mutuelle: 'payer.name',
      },
    ],
    [
      'Spanish',
      'patient',
      {
        Expediente: 'external_id',
        Nombre: 'first_name',
        Apellidos: 'last_name',
        'Fecha de nacimiento': 'dob',
        Sexo: 'gender',
        Móvil: 'phone_number',
        DNI: 'national_id',
        Dirección: 'addresses.0.street',
      },
    ],
    [
      'Arabic',
      'patient',
      {
        'رقم الملف': 'external_id',
        'الاسم الأول': 'first_name',
        'اسم العائلة': 'last_name',
        'تاريخ الميلاد': 'dob',
        الجنس: 'gender',
        الجوال: 'phone_number',
      },
    ],
    [
      'Turkish',
      'patient',
      {
        'Hasta No': 'external_id',
        Adı: 'first_name',
        Soyadı: 'last_name',
        'Doğum Tarihi': 'dob',
        Cinsiyet: 'gender',
        'TC Kimlik No': 'national_id',
      },
    ],
    [
      'German',
      'doctor',
      {
        LANR: 'license_number',
        Vorname: 'first_name',
        Nachname: 'last_name',
        'E-Mail': 'user.email',
        Honorar: 'consultation_fee',
      },
    ],
    [
      'German',
      'catalog',
      { Ziffer: 'code', Bezeichnung: 'name', Preis: 'default_price', MwSt: 'tax_percent', Kategorie: 'category' },
    ],
    ['English', 'department', { ID: 'external_id', Department: 'name', Abbreviation: 'code', Details: 'description' }],
    [
      'OpenEMR',
      'appointment',
      {
        pc_eid: 'external_id',
        pc_pid: 'patient_external_id',
        pc_aid: 'doctor_external_id',
        pc_facility: 'department_external_id',
        pc_eventDate: 'schedule',
        pc_title: 'reason',
        pc_hometext: 'notes',
        pc_apptstatus: 'status',
        pc_duration: '',
      },
    ],
    [
      'German',
      'appointment',
      {
        'Termin-ID': 'external_id',
        'Patienten-Nr': 'patient_external_id',
        Arzt: 'doctor_external_id',
        Abteilung: 'department_external_id',
        Termin: 'schedule',
        Dauer: 'expected_duration_minutes',
        Grund: 'reason',
      },
    ],
  ])('of %s columns of a %s', (_, entity, expected) => {
    const mapping = suggestedMapping(Object.keys(expected), FIELDS[entity]);
    expect(Object.fromEntries(Object.keys(expected).map((column) => [column, mapping[column] ?? '']))).toEqual(
      expected,
    );
  });

  it('is of each path itself, where a column is called so', () => {
    const columns = [
      'phone',
      'dob',
      'addresses.0.city',
      'user.email',
      'identifiers.0.value',
      'identifiers.1.value',
      'identifiers.1.system',
    ];
    expect(suggestedMapping(columns, FIELDS.patient)).toEqual({
      phone: 'phone_number',
      dob: 'dob',
      'addresses.0.city': 'addresses.0.city',
      'identifiers.1.value': 'identifiers.1.value',
      'identifiers.1.system': 'identifiers.1.system',
    });
  });

  it('has no fault, whatever the columns are', () => {
    const names = Object.entries(SYNONYMS).flatMap(([path, others]) => [path, ...others.split(',')]);
    const columns = fc.uniqueArray(
      fc.constantFrom(...names, 'tags', 'tags.0', 'identifiers.0.value', '__proto__', 'constructor', '', '漢'),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(columns, fc.constantFrom(...Object.values(FIELDS)), (columns, fields) => {
        expect(faultsInMapping(suggestedMapping(columns, fields), fields, columns)).toEqual([]);
      }),
    );
  });

  it('knows paths that an entity has', () => {
    const fields = Object.values(FIELDS);
    expect(Object.keys(SYNONYMS).filter((path) => !fields.some((one) => fieldAt(one, path)))).toEqual([]);
  });
});
