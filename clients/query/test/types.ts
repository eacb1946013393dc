// What must compile and what must not, with the hooks of an adapter: `npm run types` and test/query-package.test.mjs compile this
// file, which is never run. An error that is expected and does not come is an error.
import {
  QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createHospital, type HospitalError, type Page, type Schema } from 'hospital-service-client';
import { hospitalQueries, invalidate } from 'hospital-service-query';

const queries = hospitalQueries(createHospital({ baseUrl: '/' }));
const path = { id: '' };
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const same = <A, B>(_: Same<A, B>) => undefined;

export function Reads({ view }: { view: 'reduced' | 'full' }) {
  const { data, error } = useQuery(queries.read('/patient/{id}', { params: { path } }));
  same<typeof data, Schema<'ReducedPatient'> | undefined>(true);
  same<typeof error, HospitalError | null>(true);
  const full = useQuery(queries.read('/patient/{id}', { params: { path, query: { view: 'full' } } }));
  same<typeof full.data, Schema<'Patient'> | undefined>(true);
  useQuery(queries.read('/patient/{id}', { params: { path, query: { view } } }));
  const settings = useQuery({ ...queries.read('/settings/'), staleTime: 60_000, select: ({ currency }) => currency });
  same<typeof settings.data, string | undefined>(true);
  // @ts-expect-error: no such path
  useQuery(queries.read('/patients/'));
  // @ts-expect-error: the path's parameter is missing
  useQuery(queries.read('/patient/{id}'));
  // @ts-expect-error: the query's parameter is misspelt
  useQuery(queries.read('/patient/', { params: { query: { serach: 'a' } } }));

  const query = queries.record('/department/{item_id}', { params: { path: { item_id: '' } } });
  const department = useQuery(query).data;
  same<typeof department, { record: Schema<'Department'>; etag: string } | undefined>(true);
  const cached = new QueryClient().getQueryData(query.queryKey);
  same<typeof cached, { record: Schema<'Department'>; etag: string } | undefined>(true);
  // @ts-expect-error: an account has no version
  useQuery(queries.record('/auth/users/me'));
}

export function Unknown({ id, today }: { id: string | undefined; today: string | undefined }) {
  const patient = useQuery(queries.read('/patient/{id}', id ? { params: { path: { id } } } : skipToken));
  same<typeof patient.data, Schema<'ReducedPatient'> | undefined>(true);
  same<typeof patient.error, HospitalError | null>(true);
  const query = { from: today ?? '', view: 'full' } as const;
  const day = useQuery(queries.read('/calendar/appointments/', today ? { params: { query } } : skipToken));
  same<typeof day.data, Schema<'FullListedAppointment'>[] | undefined>(true);
  const record = useQuery(queries.record('/patient/{id}', id ? { params: { path: { id } } } : skipToken));
  same<typeof record.data, { record: Schema<'ReducedPatient'>; etag: string } | undefined>(true);
  const pages = useInfiniteQuery(
    queries.pages('/invoice/', id ? { params: { query: { patient_id: id } } } : skipToken),
  );
  same<typeof pages.error, HospitalError | null>(true);
  pages.data?.pages.flatMap(({ items }) => items) satisfies Schema<'Invoice'>[] | undefined;
  useSuspenseQuery(queries.read('/settings/'));
  // @ts-expect-error: what waits for its data cannot go without
  useSuspenseQuery(queries.read('/settings/', id ? {} : skipToken));
  // @ts-expect-error: the path's parameter has another name
  useQuery(queries.read('/patient/{id}', id ? { params: { path: { item_id: id } } } : skipToken));
  // @ts-expect-error: the id is not known yet, and nothing says to wait for it
  useQuery(queries.read('/patient/{id}', { params: { path: { id } } }));
}

export function Live() {
  const query = { from: '2027-05-03', view: 'full' } as const;
  const day = useQuery(queries.read('/calendar/appointments/', { params: { query }, live: true }));
  same<typeof day.data, Schema<'FullListedAppointment'>[] | undefined>(true);
  useQuery(queries.read('/calendar/hours', { params: { query: { date: '2027-05-03' } }, live: 60_000 }));
  const pages = useInfiniteQuery(queries.pages('/calendar/appointments/', { live: true }));
  pages.data?.pages.flatMap(({ items }) => items) satisfies Schema<'ListedAppointment'>[] | undefined;
  // @ts-expect-error: to ask again would cost as much as the first time
  useQuery(queries.read('/patient/', { live: true }));
  // @ts-expect-error: each time would be an access to the record
  useQuery(queries.read('/patient/{id}', { params: { path }, live: true }));
}

export function Lists() {
  const list = useInfiniteQuery(queries.pages('/patient/', { params: { query: { search: 'ek' } } }));
  const items = list.data?.pages.flatMap((page) => page.items);
  same<typeof items, Schema<'ListedPatient'>[] | undefined>(true);
  same<typeof list.error, HospitalError | null>(true);
  const bills = useInfiniteQuery(queries.pages('/invoice/'));
  bills.data?.pages.map(({ total, items }: Page<Schema<'Invoice'>, object>) => [total, items]);
  // @ts-expect-error: no list
  useInfiniteQuery(queries.pages('/auth/users/me'));
}

export function Writes() {
  const create = useMutation(queries.write('POST', '/patient/'));
  create.mutate({ body: { first_name: 'Åsa', last_name: 'Ek', gender: 'female' } });
  same<typeof create.data, Schema<'Patient'> | undefined>(true);
  same<typeof create.error, HospitalError | null>(true);
  // @ts-expect-error: a field is missing
  create.mutate({ body: { first_name: 'Åsa', last_name: 'Ek' } });
  // @ts-expect-error: no body
  create.mutate();
  // @ts-expect-error: the path has no such method
  useMutation(queries.write('PUT', '/appointment/'));
  const remove = useMutation(queries.write('DELETE', '/patient/{id}'));
  remove.mutate({ params: { path } });
  // @ts-expect-error: which one?
  remove.mutate({});

  const update = useMutation(queries.update('/patient/{id}', path));
  update.mutate({ etag: '"1"', body: { phone_number: null } }, { onError: ({ status }) => status === 412 });
  same<typeof update.data, Schema<'UpdatedPatient'> | undefined>(true);
  // @ts-expect-error: a change of what?
  update.mutate({ body: { phone_number: null } });
  // @ts-expect-error: a field is misspelt
  update.mutate({ etag: '"1"', body: { phone: null } });
  // @ts-expect-error: it has another parameter
  useMutation(queries.update('/department/{item_id}', path));

  const upload = useMutation(queries.upload());
  upload.mutate({ entity_id: '', file: new File([], 'a.pdf') });
  // @ts-expect-error: whose file?
  upload.mutate({ file: new File([], 'a.pdf') });
  upload.data?.url satisfies string | undefined;
  invalidate(new QueryClient(), 'appointment') satisfies Promise<void>;
  // @ts-expect-error: no such entity
  invalidate(new QueryClient(), 'appointments');
}
