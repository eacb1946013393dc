// Preloaded by the commands that import what the service runs on, as Node's own error for a missing package does not say what to do.
import { fail, hasDependencies } from './lib.mjs';

if (!hasDependencies()) fail('The dependencies are not installed: run `npm ci`.');
