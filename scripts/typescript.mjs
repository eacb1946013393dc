// Lets Node import the service's modules: only a bundler finds `./columns` in columns.ts and `./schema` in schema/index.ts, and
// only workerd has the module of the variables.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { extname } from 'node:path';

const WITHOUT_VARIABLES = 'data:text/javascript,export const env = {};';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'cloudflare:workers') return { url: WITHOUT_VARIABLES, shortCircuit: true };
    const isShort = specifier.startsWith('.') && extname(specifier) === '' && context.parentURL?.endsWith('.ts');
    if (!isShort) return next(specifier, context);
    const isFile = existsSync(new URL(`${specifier}.ts`, context.parentURL));
    return next(isFile ? `${specifier}.ts` : `${specifier}/index.ts`, context);
  },
});
