// Preloaded by the commands that need the devDependencies of package.json, which `npm start` does not install.
import { onModernNode } from './lib.mjs';
import { installDependencies } from './setup.mjs';

installDependencies({ dev: true });
onModernNode();
