// The commands of an operator, run as `npm run` runs them, on local data.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { modernNode, root, toolEnv } from '../../../scripts/lib.mjs';

/** `PERSIST_DIR=… npm run NAME -- …`. @returns the process, and `done`: its exit code and all that it printed */
export function startCommand(persistDir, name, ...args) {
  const options = { cwd: root, env: { ...toolEnv, PERSIST_DIR: persistDir }, timeout: 300_000 };
  const script = join(root, 'scripts', `${name}.mjs`);
  const { promise: done, resolve } = Promise.withResolvers();
  const child = execFile(modernNode(), ['--no-warnings', script, ...args], options, (error, stdout, stderr) =>
    resolve({ status: error ? error.code : 0, output: stdout + stderr }),
  );
  return { child, done };
}

export const command = (...args) => startCommand(...args).done;
