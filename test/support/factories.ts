import { type Body, type CallOptions, ok } from './client';
import { input, type Overrides } from './input';

/** Creates a record through HTTP and returns it in full. */
export const create = (path: string, json: unknown, options: CallOptions = {}): Promise<Body> =>
  ok('POST', path, { ...options, json, headers: { prefer: 'return=representation', ...options.headers } });

/** Creates a record through HTTP, with the records that it refers to, and returns it in full. */
export const make = {
  department: (overrides?: Overrides, options?: CallOptions) =>
    create('/department/', input.department(overrides), options),
  patient: (overrides?: Overrides, options?: CallOptions) => create('/patient/', input.patient(overrides), options),
  doctor: (overrides?: Overrides, options?: CallOptions) => create('/doctor/', input.doctor(overrides), options),
  appointment: async (overrides: Overrides = {}, options?: CallOptions) => {
    const patient_id = overrides.patient_id ?? (await make.patient()).id;
    const doctor_id = overrides.doctor_id ?? (await make.doctor()).id;
    const department_id = overrides.department_id ?? (await make.department()).id;
    return create('/appointment/', input.appointment({ ...overrides, patient_id, doctor_id, department_id }), options);
  },
  appointmentType: (overrides?: Overrides, options?: CallOptions) =>
    create('/calendar/types/', input.appointmentType(overrides), options),
  calendarResource: (overrides?: Overrides, options?: CallOptions) =>
    create('/calendar/resources/', input.calendarResource(overrides), options),
  invoice: async (overrides: Overrides = {}, options?: CallOptions) => {
    const patient_id = overrides.patient_id ?? (await make.patient()).id;
    return create('/invoice/', input.invoice({ ...overrides, patient_id }), options);
  },
  catalogItem: (overrides?: Overrides, options?: CallOptions) =>
    create('/catalog/', input.catalogItem(overrides), options),
};
