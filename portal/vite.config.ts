import { defineConfig } from 'vite';

/** Where `npm run dev` finds the service: `npm start` in the repository's root. */
const service = process.env.HOSPITAL ?? 'http://127.0.0.1:8787';
const resources =
  'auth|department|patient|doctor|static|appointment|calendar|invoice|payment|catalog|settings|audit|events|webhooks|feeds|imports';

export default defineConfig({
  base: './',
  build: {
    outDir: '../public/portal',
    emptyOutDir: true,
    // Small images as files, too: the portal's content security policy then needs no exception for them.
    assetsInlineLimit: 0,
    // What the sign-in needs comes in one request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: {
      // The service keeps its cookies from pages of other origins: to it, this page is one of its own.
      [`^/(${resources})(/|\\?|$)`]: { target: service, changeOrigin: true, headers: { origin: service } },
    },
  },
});
