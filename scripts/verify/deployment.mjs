import { select } from '../storage/pages.mjs';

/** The hospital has one id, of which the systems of its FHIR identifiers are made. */
export async function deployment({ DB }, wrong) {
  const ids = (await select(DB, 'SELECT id FROM deployment')).map(({ id }) => id);
  if (ids.length !== 1) wrong(`there should be one id: there are ${ids.length}`);
  for (const id of ids) if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) wrong('the id is no UUID');
  return ids.join();
}
