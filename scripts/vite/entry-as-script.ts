import type { Plugin } from 'vite';

/**
 * Preloads the entry as a script before the page imports it as a module: only then does Chromium use its code cache.
 * The first two visits compile it on the main thread, which waits for it anyway.
 */
export function entryAsScript(): Plugin {
  return {
    name: 'entry-as-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { chunk }) {
        if (!chunk) return [];
        const attrs = { rel: 'preload', as: 'script', crossorigin: '', href: `/${chunk.fileName}` };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
