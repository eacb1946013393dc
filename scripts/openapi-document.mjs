// Prints the OpenAPI document, made from the routes.
import { fail } from './lib.mjs';
import './typescript.mjs';

const { app } = await import('../src/app.ts');
const { openApiDocument } = await import('../openapi/document.ts');

try {
  process.stdout.write(`${JSON.stringify(openApiDocument(app.routes), null, 2)}\n`);
} catch (error) {
  // What a route lacks is said in a sentence. Anything else is a mistake in the code, which its stack finds.
  if (error.constructor !== Error) throw error;
  fail(error.message);
}
