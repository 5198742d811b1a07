import type { Plugin } from 'vite';

/** Leaves out of the browser what states say of themselves: it is for whoever reads a chart. */
export function quietMachines(): Plugin {
  return {
    name: 'quiet-machines',
    apply: 'build',
    transform(code, id) {
      if (!/\/src\/machines\/[\w-]+\.ts$/.test(id)) return null;
      // Lines stay where they are, so the map does too.
      const quiet = code.replace(
        /(?<=[{\s])description:\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g,
        (text) => text.replace(/[^\n]/g, ''),
      );
      return { code: quiet, map: null };
    },
  };
}
