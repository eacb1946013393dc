import { office, t } from './i18n';
import { typeLabels } from './type-labels';

/** Words for the fields of each kind of record: those of its form, as far as it has them. */
function words(entity: string): Record<string, string> {
  const { fields } = t.audit;
  const person = {
    first_name: t.patient.firstName,
    middle_name: t.patient.middleName,
    last_name: t.patient.lastName,
    gender: t.patient.gender,
    dob: t.patient.born,
    dob_precision: t.patient.born,
    phone_number: t.patient.phone,
    alt_phone_number: t.patient.otherPhone,
    addresses: t.history.addresses,
    email: t.person.email,
  };
  const priced = {
    discount_amount: t.invoice.discount,
    discount_percent: t.invoice.discount,
    taxes: t.invoice.tax,
    tax_percent: t.invoice.tax,
    tax_amount: t.invoice.tax,
    tags: t.prices.tags,
  };
  const own: Record<string, Record<string, string>> = {
    patient: {
      ...person,
      blood_group: t.patient.bloodGroup,
      allergies: t.history.allergies,
      medical_conditions: t.history.medical_conditions,
      past_surgeries: t.history.past_surgeries,
      current_medications: t.history.current_medications,
      national_id: t.person.nationalId,
      preferred_language: t.person.language,
      next_of_kin: t.person.kin,
      payer: t.person.payer,
      mother_id: t.person.mother,
      deceased_at: t.person.deceased,
      contact: t.contact.title,
      merged_into: t.audit.actions.merge,
    },
    appointment: {
      ...fields.appointment,
      status: t.appointment.status,
      schedule: t.appointment.time,
      patient_id: t.appointment.patient,
      doctor_id: t.calendar.doctor,
      department_id: t.calendar.department,
      is_follow_up: t.appointment.followUp,
      cancel_reason: t.appointment.reason,
      queue_number: t.appointment.queue,
      reason: t.visit.reason,
      notes: t.visit.remarks,
      tags: t.prices.tags,
      type_id: t.types.one,
      resource_id: t.rooms.short,
      series_id: t.audit.entities.appointment_series,
      buffer_before: office.types.before,
      buffer_after: office.types.after,
    },
    appointment_type: {
      ...typeLabels(),
      retired_at: office.types.retired,
    },
    calendar_resource: { name: t.people.name, kind: office.rooms.kind, department_id: t.calendar.department },
    note: {
      title: t.note.about,
      text: t.note.text,
      signed_at: t.note.status.final,
      addenda: t.note.addenda,
      doctor_id: t.calendar.doctor,
      patient_id: t.appointment.patient,
      appointment_id: t.appointment.title,
    },
    invoice: {
      ...priced,
      status: t.invoice.status,
      issue_date: t.invoice.issued,
      due_date: t.invoice.due,
      paid_amount: t.invoice.paid,
      credited_amount: t.invoice.credited,
      patient_id: t.invoice.patient,
      appointment_id: t.appointment.title,
      items: t.invoice.lines,
      tax_included: t.invoice.taxIncluded,
      payer: t.payer.billTo,
    },
    doctor: {
      ...person,
      bio: t.doctors.bio,
      license_number: t.doctors.license,
      experience: t.doctors.experience,
      consultation_fee: t.doctors.fee,
    },
    doctor_hours: { weekly: t.hours.title, exceptions: t.hours.days },
    department: { name: t.departments.name, code: t.departments.code, description: t.departments.description },
    catalog_item: {
      ...priced,
      name: t.prices.name,
      code: t.prices.code,
      default_price: t.prices.price,
      discount_amount: t.prices.discount,
      category: t.prices.category,
      description: t.prices.description,
    },
    closures: { closures: t.closures.title },
    user: {
      ...fields.user,
      email: t.person.email,
      username: t.people.username,
      full_name: t.people.name,
      phone_number: t.patient.phone,
      type: t.people.role,
      disabled_at: t.people.disabled,
      totp_enabled_at: t.people.factor,
      language: t.account.mailLanguage,
    },
    client: {
      name: t.people.name,
      scope: office.programs.may,
      expires_at: office.programs.until,
      secret_hash: office.programs.secret,
      jwks: office.programs.keys,
    },
    webhook: {
      url: office.webhooks.url,
      types: office.webhooks.types,
      description: office.webhooks.description,
      secret: office.webhooks.secret,
      disabled_at: office.webhooks.off,
      cursor: office.webhooks.resendSubmit,
    },
    message_rules: {
      booked: office.messages.booked,
      reminders: t.messages.kinds.reminder,
      channel: office.messages.channel,
      quiet: office.messages.quiet,
      shows: office.messages.shows,
    },
    file: { entity_id: t.patient.title, name: t.files.name },
  };
  return { identifiers: fields.identifiers, deleted_at: t.audit.actions.delete, ...own[entity] };
}

/** What the service works out of other fields: these say it already. */
const DERIVED =
  /^(terms|signed_by|name_terms|merged|issued_to|subtotal|total_amount|remaining_amount|department_ids|closed|stored_under|starts_at|ends_at|issue_at|due_at|queue_day|pending_type|totp_(secret|pending|pending_at|last_step)|former_secret_\w+|disabled_because|last_used_at|(email|password)_set_by|devices_since|foreign_password_hash|\w+_key)$/;

/** What has changed, each once; a field that has no word, which a newer service may have, by its name. */
export function fieldsText(entity: string, changed: readonly string[]): string[] {
  const known = words(entity);
  return [...new Set(changed.filter((name) => !DERIVED.test(name)).map((name) => known[name] ?? name))];
}
