import type { Plugin } from 'vite';

/**
 * Leaves out of the browser what zod carries for writing JSON Schema: the server alone describes its calls.
 * Whoever asks for it in the browser is told so.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform(code, id) {
      if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      const refusal = `() => { throw new Error('JSON Schema is written by the server.'); }`;
      return {
        code: names
          .map((name) => `export const ${name} = ${curried(name) ? `() => ${refusal}` : refusal};`)
          .join('\n'),
        map: null,
      };
    },
  };
}

/** These two are called while a schema is made and answer with what would write its JSON Schema. */
const curried = (name = ''): boolean => /^create\w+Method$/.test(name);
