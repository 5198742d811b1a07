import type { Plugin } from 'vite';

/**
 * Names the first file as a script before the page asks for it as a module: only then does Chromium use what it kept
 * compiled of it. The first two openings compile it on the page's own thread, which waits for it anyway.
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
