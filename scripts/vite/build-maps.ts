import { type Plugin, runnerImport } from 'vite';

/** Projects the map shapes at build time: projecting them in the browser took longer than all figures of a panel. */
export function buildMaps(): Plugin {
  return {
    name: 'build-maps',
    apply: 'build',
    async load(id) {
      if (!/src\/views\/maps\/(?:world|united-states)\.ts$/.test(id)) return null;
      const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false });
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = JSON.parse(${quoted(value)});`)
        .join('\n');
    },
  };
}

const quoted = (value: unknown): string => JSON.stringify(JSON.stringify(value));
