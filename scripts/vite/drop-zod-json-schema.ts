import type { Plugin } from 'vite';

/**
 * Removes zod's JSON Schema writer from the browser bundle, because only the server writes JSON Schema. Calling the
 * writer in the browser throws a clear error.
 */
export function dropZodJsonSchema(): Plugin {
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

/**
 * Whether this is one of the two functions that are called while a schema is created and that return its JSON Schema
 * writer.
 */
const curried = (name = ''): boolean => /^create\w+Method$/.test(name);
