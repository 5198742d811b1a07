import type { Plugin } from 'vite';

const dynamicImport = /\bimport\(([`'"]\.\/[^`'"]+\.js[`'"])\)/g;

/**
 * Chromium remembers a failed download of a module and fails each later import of it without a request. An import that
 * failed is therefore repeated with another query string. The counts belong to the page, because several chunks may
 * import the same file, which may run only once.
 * The function is appended to the last line and its name is as long as `import`, so that source maps stay true.
 */
const helper =
  ';function retry$(u){let f=globalThis.failedImports??={};' +
  'return import(f[u]?u+"?"+f[u]:u).catch(e=>{f[u]=(f[u]??0)+1;throw e})}';

/**
 * Makes every dynamic import of the app repeatable after a failure. It runs after Vite has listed the styles that each
 * import needs, because Vite finds the imports by their keyword.
 */
export function retryImports(): Plugin {
  return {
    name: 'retry-imports',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const code = chunk.code.replace(dynamicImport, 'retry$($1)');
          if (code !== chunk.code) chunk.code = code.replace(/\n*$/, (end) => helper + end);
        }
      },
    },
  };
}
