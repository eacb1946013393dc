// The commands of the documentation, pasted into shells as they stand: each step prints the answer that stands below it.
// TOUR_ANSWERS=1 writes the answers of this run into the pages instead.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib.mjs';
import { isInstalled, mask, paste, SHELLS, stepsOf, textOf, writeAnswers } from './lib/pages.mjs';
import { emptyData, startService } from './lib/service.mjs';

const tour = stepsOf('docs/tour.md');

/** @param use what is done with a service that has no data yet */
async function withService(use, vars) {
  const service = await startService({ data: await emptyData(), vars });
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

/** @param before steps that are pasted first, into the same shell */
async function compare(page, shell, service, before = []) {
  const steps = stepsOf(page);
  assert.ok(steps.length > 1, `${page} has steps`);
  const printed = (await paste([...before, ...steps], shell, service.url)).slice(before.length);
  if (process.env.TOUR_ANSWERS) return writeAnswers(page, printed);
  assert.deepEqual(mask(printed), mask(steps.map(({ shown }) => shown)));
}

for (const shell of Object.keys(SHELLS)) {
  const skip = isInstalled(shell) ? false : `${shell} is not installed: apt install ${shell}`;
  for (const page of ['README.md', 'docs/tour.md']) {
    test(`${page}: each step answers as shown, pasted into ${shell}`, { skip }, () =>
      withService((service) => compare(page, shell, service)),
    );
  }
}

/** They go on where the tour ends, in its shell. */
const AFTER_TOUR = ['patients', 'calendar', 'visits', 'files', 'money', 'cash', 'consistency'];
for (const page of AFTER_TOUR.map((name) => `docs/${name}.md`)) {
  test(`${page}: each step answers as shown`, () => withService((service) => compare(page, 'sh', service, tour)));
}

/** Where the client package is installed, with the script that the page shows. */
function project(page, name) {
  const [, script] = /```js\n(.*?)```/s.exec(textOf(page)) ?? [];
  return { pasted: `ln -s ${join(root, 'node_modules')} . && cat >${name} <<'END'\n${script}END` };
}

/** As `npm start` mails; then its links of files begin with its address, which is not this service's. */
const MAILING = { ENVIRONMENT: 'development', MAIL_FROM: 'no-reply@clinic.example', BASE_URL: 'http://127.0.0.1:8787' };

for (const [page, before, vars] of [
  ['docs/accounts-and-roles.md', [], MAILING],
  ['docs/events.md', []],
  ['docs/moving-in.md', []],
  ['docs/programs.md', [project('docs/programs.md', 'warehouse.mjs')]],
]) {
  test(`${page}: each step answers as shown, to an admin`, () =>
    withService(async (service) => {
      const signup = tour.findIndex(({ pasted }) => pasted.includes('/auth/signup'));
      await paste(tour.slice(0, signup + 1), 'sh', service.url);
      // What `npm run admin -- nina@clinic.example` does.
      await service.query("UPDATE user SET type = 'admin' WHERE email_key = 'nina@clinic.example'");
      await compare(page, 'sh', service, [...tour.slice(0, 1), ...before]);
    }, vars));
}

test('docs/tour.md can be pasted again, into a service that has its records', () =>
  withService(async (service) => {
    await paste(tour, 'sh', service.url);
    // The time of day, which makes its codes, has passed on.
    const again = await paste(tour, 'sh', service.url);
    const refused = again.filter((text) => text.includes('"detail"') || text.includes('exit'));
    assert.equal(refused.length, 2, refused.join('\n'));
    assert.match(refused[0], /already/);
    assert.deepEqual(mask([refused[1]]), mask([tour.at(-1).shown]));
  }));
