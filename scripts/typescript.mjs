// Lets Node import the service's own modules: it runs TypeScript, but only a bundler finds `./columns` in columns.ts.
import { registerHooks } from 'node:module';
import { extname } from 'node:path';

registerHooks({
  resolve(specifier, context, next) {
    const isShort = specifier.startsWith('.') && extname(specifier) === '' && context.parentURL?.endsWith('.ts');
    return next(isShort ? `${specifier}.ts` : specifier, context);
  },
});
