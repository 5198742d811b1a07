import type { Connect, Plugin } from 'vite';

const page = '/src/workbench/index.html';

/** Serves the workbench at `/__workflows` and below. */
const lead: Connect.NextHandleFunction = (request, _, next) => {
  const [path = '', search = ''] = (request.url ?? '').split(/(?=\?)/);
  if (/^\/__workflows(?:\/|$)/.test(path)) request.url = `${page}${search}`;
  next();
};

/** Serves the workbench beside the app, in development and from its own build. */
export function workbench(): Plugin {
  return {
    name: 'workbench',
    configureServer: ({ middlewares }) => void middlewares.use(lead),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(lead),
  };
}
