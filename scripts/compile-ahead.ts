import type { Plugin } from 'vite';

/** Understood by Chromium; others read a comment. It counts only above everything else. */
export const hint = '//# allFunctionsCalledOnLoad';

/** The modules of which nearly all runs until the dashboard has its figures; the first file comes as a script (0045). */
export const opened = ['shared', 'member'];

/**
 * Lets a browser compile these files whole while they arrive, beside its main thread. Left alone it compiles each
 * function when it is first called, which held the first figure up for 40 ms and more.
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk' || !opened.includes(output.name)) continue;
          output.code = `${hint}\n${output.code}`;
          const map = bundle[`${output.fileName}.map`];
          if (map?.type === 'asset') map.source = oneLineDown(map.source.toString());
        }
      },
    },
  };
}

function oneLineDown(text: string): string {
  const map: { mappings: string } = JSON.parse(text);
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` });
}
