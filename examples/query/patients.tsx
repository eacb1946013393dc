// Patients by pages, found as one types; a telephone number that changes at once, and back again where somebody was faster.
import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { browserSession, createHospital } from 'hospital-service-client';
import { hospitalQueries } from 'hospital-service-query';
import { type SubmitEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

const hospital = createHospital({ baseUrl: '/', session: browserSession() });
const queries = hospitalQueries(hospital);
const client = new QueryClient();
hospital.onSignedOut(() => client.clear());

function Patients() {
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState('');
  const pages = queries.pages('/patient/', { params: { query: { search, limit: 20 } } });
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({ ...pages, placeholderData: (shown) => shown });
  const patients = data?.pages.flatMap(({ items }) => items);
  return (
    <main>
      <h1>Patients</h1>
      <input type="search" aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
      {error && <p role="alert">{error.message}</p>}
      {patients?.map(({ id, first_name, last_name, phone_number }) => (
        <button key={id} type="button" onClick={() => choose(id)}>
          {first_name} {last_name} {phone_number}
        </button>
      ))}
      <button type="button" hidden={!hasNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
      {chosen && <Phone key={chosen} id={chosen} />}
    </main>
  );
}

function Phone({ id }: { id: string }) {
  const { data } = useQuery({ ...queries.record('/patient/{id}', { params: { path: { id } } }), staleTime: Infinity });
  const { mutate, error, isPending } = useMutation(queries.update('/patient/{id}', { id }));
  if (!data) return null;
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const phone_number = new FormData(event.currentTarget).get('phone')?.toString();
    mutate({ etag: data.etag, body: { phone_number } });
  };
  const told = error?.status === 412 ? 'Somebody else was faster: this is what they wrote' : error?.message;
  return (
    <form key={data.etag} onSubmit={save}>
      <input name="phone" aria-label="Telephone" defaultValue={data.record.phone_number ?? ''} />
      <input type="submit" value="Save" disabled={isPending} />
      {told && <p role="alert">{told}</p>}
    </form>
  );
}

createRoot(document.body).render(
  <QueryClientProvider client={client}>
    <Patients />
  </QueryClientProvider>,
);
