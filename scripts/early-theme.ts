import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = 'src/theme.js';

/**
 * Puts the theme before everything that draws: a classic script of its own in the head, since the policy forbids
 * inline ones and a module would come after the first paint.
 */
export function earlyTheme(): Plugin {
  let address = `/${source}`;
  return {
    name: 'early-theme',
    buildStart() {
      if (this.environment.config.command !== 'build') return;
      const code = readFileSync(source);
      const fileName = `assets/theme-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
      address = `/${fileName}`;
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' },
    ],
  };
}
