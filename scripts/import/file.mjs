// One file, from its upload to its report.
import { openAsBlob } from 'node:fs';
import { fail } from '../lib.mjs';
import { ask } from './ask.mjs';
import { createJob } from './job.mjs';
import { tellCounts, tellFaults, writeReports } from './report.mjs';

/** What each column becomes. */
function tellMapping(columns, mapping) {
  const width = Math.max(...columns.map(({ length }) => length));
  for (const column of columns) console.log(`  ${column.padEnd(width)}  ${mapping[column] ?? '— (left out)'}`);
  if (!Object.values(mapping).includes('external_id'))
    console.log(
      '  No column is the external_id: if the file comes again, nobody knows which of its rows are there already.',
    );
}

/** By what the columns are called, where nobody has said what they become. */
async function chooseMapping(job, given) {
  const { columns, suggested_mapping, fields } = await job.preview();
  const mapping = given ?? suggested_mapping;
  if (Object.keys(mapping).length === 0) {
    await job.remove();
    fail(`No column is known by its name: say by --mapping which field each becomes, of\n  ${fields.join('\n  ')}`);
  }
  tellMapping(columns, mapping);
  if (!given) await job.map(mapping);
}

async function prepare(hospital, { path, entity, format }, settings) {
  const job = await createJob(hospital, { entity, format, ...settings });
  try {
    await job.send(await openAsBlob(path));
    if (format === 'csv') await chooseMapping(job, settings.mapping);
    return job;
  } catch (error) {
    await job.remove();
    throw error;
  }
}

async function isWanted({ failed }) {
  const others = failed > 0 ? ', but for what fails' : '';
  return /^y(es)?$/i.test(await ask(`Import it${others}? [y/N] `));
}

/**
 * @param underWay gets the id of what goes on without this process
 * @returns the import as it has ended; undefined if it was not wanted
 */
export async function importFile(hospital, file, { settings, isDryRun, isAgreed, reportIn }, underWay) {
  console.log(`\n${file.path}: ${file.entity}`);
  const job = await prepare(hospital, file, settings);
  const reports = { path: file.path, dir: reportIn(file.path), written: [] };
  const run = async (dry_run) => {
    await job.start(dry_run);
    underWay.id = job.id;
    console.log(dry_run ? 'Dry run:' : 'Import:');
    const ended = await job.end();
    underWay.id = undefined;
    tellCounts(ended);
    if (ended.failed) await tellFaults(hospital, ended);
    await writeReports(hospital, ended, reports);
    return ended;
  };

  const tried = await run(true);
  if (isDryRun || tried.state !== 'checked') {
    await job.remove();
    return tried;
  }
  if (isAgreed || (await isWanted(tried))) return run(false);
  await job.remove();
  return undefined;
}
