import { loginPlugin, withFreshToken } from './login.js';

const ui = window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  // The document names one server, the one that serves it: nothing to choose.
  plugins: [loginPlugin, () => ({ components: { ServersContainer: () => null } })],
  requestInterceptor: (request) => (request.loadSpec ? request : withFreshToken(ui, request)),
  deepLinking: true,
  filter: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
});
