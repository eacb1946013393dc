// The commands of an operator, run as `npm run` runs them, on local data.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { modernNode, root, toolEnv } from '../../../scripts/lib.mjs';

/** `PERSIST_DIR=… npm run NAME -- …`. @returns its exit code and all that it printed */
export function command(persistDir, name, ...args) {
  const options = { cwd: root, env: { ...toolEnv, PERSIST_DIR: persistDir }, timeout: 300_000 };
  const script = join(root, 'scripts', `${name}.mjs`);
  return new Promise((resolve) => {
    execFile(modernNode(), ['--no-warnings', script, ...args], options, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, output: stdout + stderr }),
    );
  });
}
