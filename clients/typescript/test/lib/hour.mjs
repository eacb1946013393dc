// What the client does in every runtime: as a Worker, and in Node as `node hour.mjs JSON`. For a person, or by a key for a program.
import { clientCredentials, createHospital, unwrap } from 'hospital-service-client';

export async function hour({ baseUrl, program, ...credentials }) {
  const hospital = createHospital({ baseUrl, ...(program && { session: clientCredentials(program) }) });
  if (!program) unwrap(await hospital.login(credentials));
  const patient = unwrap(
    await hospital.POST('/patient/', { body: { first_name: 'Åsa', last_name: 'Ek', gender: 'female' } }),
  );
  const file = new File(['%PDF-1.7\nblood test'], 'blood-test.pdf');
  const uploaded = unwrap(await hospital.upload({ entity_id: patient.id, file }));
  const found = [];
  for await (const { id } of hospital.list('/patient/', { params: { query: { search: 'ek', limit: 1 } } }))
    found.push(id);
  const { status } = await hospital.logout();
  return { found: found.includes(patient.id), uploaded: uploaded.entity_id === patient.id, status };
}

export default { fetch: async (request) => Response.json(await hour(await request.json())) };

if (globalThis.process?.argv?.[2]) {
  console.log(JSON.stringify(await hour(JSON.parse(process.argv[2]))));
}
