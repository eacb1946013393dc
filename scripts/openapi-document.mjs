// Prints the OpenAPI document, made from the routes.
import './typescript.mjs';

const { app } = await import('../src/app.ts');
const { openApiDocument } = await import('../src/openapi/document.ts');

process.stdout.write(`${JSON.stringify(openApiDocument(app.routes), null, 2)}\n`);
