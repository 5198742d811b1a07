// For development only: the server writes its own from the environment.
window.__CONF__ = {
  api_base_url: '',
  cube_api_url: '/cubejs-api/v1',
  collect_url: '/t',
  stripe_public_key: null,
  sentry_dsn: null,
};
