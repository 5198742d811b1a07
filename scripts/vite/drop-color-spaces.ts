import type { Plugin } from 'vite';

/**
 * Removes the color spaces of scales from the browser bundle: the app's scales measure lengths and mix no colors.
 * Asking a scale for one throws a clear error.
 */
export function dropColorSpaces(): Plugin {
  return {
    name: 'drop-color-spaces',
    apply: 'build',
    transform(_, id) {
      if (!/@visx\/scale\/.*\/createColorInterpolator\.js$/.test(id)) return null;
      return {
        code: `export default () => { throw new Error('Scales mix no colors.'); };`,
        map: null,
      };
    },
  };
}
