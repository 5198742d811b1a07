import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = 'src/theme.js';

/**
 * Sets the theme before the first paint with a classic script in the head: the content security policy forbids inline
 * scripts, and a module would run too late.
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
