window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'list',
});
