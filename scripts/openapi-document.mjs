// Prints the OpenAPI document, made from the routes.
import { fail } from './lib.mjs';
import './typescript.mjs';

const { app } = await import('../src/app.ts');
const { openApiDocument } = await import('../openapi/document.ts');

try {
  process.stdout.write(`${JSON.stringify(openApiDocument(app.routes), null, 2)}\n`);
} catch (error) {
  // A plain Error says what a route lacks. Any other is a mistake in the code, which its stack finds.
  if (error.constructor !== Error) throw error;
  fail(error.message);
}
