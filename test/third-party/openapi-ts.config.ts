import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../../public/openapi.json',
  output: 'generated/hey-api',
  plugins: ['@hey-api/typescript', '@hey-api/sdk', 'zod'],
});
