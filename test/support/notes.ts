import type { Actor } from '../../src/context';
import { type Body, type CallOptions, call, type Result } from './client';
import { make } from './factories';
import { input, type Overrides } from './input';

/** The account of a doctor. */
export const accountOf = (doctor: { user: { id: string } }): Actor => ({ id: doctor.user.id, role: 'doctor' });

/** A visit, and what its doctor does with the note about it. @param given of the appointment; by default all of it is new */
export async function newVisit({ doctor, ...given }: { doctor?: Body } & Overrides = {}) {
  doctor ??= await make.doctor();
  const { id, patient_id } = await make.appointment({ ...given, doctor_id: doctor.id });
  const as = accountOf(doctor);
  const path = `/calendar/appointments/${id}/note`;
  const send =
    (method: string, place: string) =>
    (json: unknown, options: CallOptions = {}): Promise<Result> =>
      call(method, place, { as, json, ...options });
  const [write, seal, append] = [send('PUT', path), send('POST', `${path}/sign`), send('POST', `${path}/addenda`)];
  return {
    ...{ id, path, patient_id, doctor, as },
    put: (over: Overrides = {}, options?: CallOptions) => write(input.note(over), options),
    sign: (options?: CallOptions) => seal(undefined, options),
    add: (text: string, { author, ...options }: CallOptions & { author?: string } = {}) =>
      author === undefined
        ? append({ text }, options)
        : send('POST', `${path}/addenda?author=${author}`)({ text }, options),
    get: (options: CallOptions & { author?: string } = {}) => {
      const { author, ...rest } = options;
      return call('GET', author === undefined ? path : `${path}?author=${author}`, { as, ...rest });
    },
  };
}
