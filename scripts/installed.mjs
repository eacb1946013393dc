// Preloaded by the commands that import packages, as Node's own error for a missing one does not say what to do.
import { fail, hasDependencies } from './lib.mjs';

if (!hasDependencies()) fail('The dependencies are not installed: run `npm ci`.');
