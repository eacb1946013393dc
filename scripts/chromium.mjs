// The Chromium of this machine: $CHROMIUM, or the first one in the PATH. As a script it prints the path, or fails.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function findChromium({ CHROMIUM, PATH = '' } = process.env) {
  if (CHROMIUM) return isExecutable(CHROMIUM) ? CHROMIUM : undefined;
  const inPath = PATH.split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [...inPath, ...APPLICATIONS].find(isExecutable);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = findChromium();
  if (path) console.log(path);
  else process.exitCode = 1;
}
