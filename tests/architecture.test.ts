import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

type Layer = { folder: string; mayImport: readonly RegExp[] };

/** What a file of each layer may import. The first folder that matches decides. */
const layers: readonly Layer[] = [
  { folder: 'contract', mayImport: [/^\.\.?\//, /^zod$/, /^date-fns(\/|$)/, /^@date-fns\/tz$/] },
  { folder: 'src/model', mayImport: [/^\.\.?\//, /^#contract\//, /^zod$/] },
  { folder: 'src/machines', mayImport: [/^\.\.?\//, /^#(contract|model)\//, /^xstate(\/|$)/] },
  {
    folder: 'src/services',
    mayImport: [
      /^\.\.?\//,
      /^#(contract|model)\//,
      /^xstate$/,
      /^ky$/,
      /^@cubejs-client\/core$/,
      /^zod$/,
      /^wouter(\/|$)/,
    ],
  },
  {
    folder: 'src/views',
    mayImport: [/^\.\.?\//, /^#(contract|model|machines)\//, /^(?!#|node:)[@a-z]/],
  },
  {
    folder: 'src/workbench',
    mayImport: [
      /^\.\.?\//,
      /^#(contract|model|machines|views|app)\//,
      /^#tests\/(support|workbench)\//,
      /^(?!#|node:)[@a-z]/,
    ],
  },
  {
    folder: 'src',
    mayImport: [
      /^\.\.?\//,
      /^#(contract|model|machines|services|views|app)\//,
      /^(?!#|node:)[@a-z]/,
    ],
  },
  { folder: 'pixel', mayImport: [/^\.\//] },
  { folder: 'server', mayImport: [/^\.\.?\//, /^#(contract|server)\//, /^(?!#)[@a-z]/] },
];

/** Drivers and plumbing know no noun; nouns meet each other below their routes only. */
const plumbing = ['server/database', 'server/warehouse'];
const nouns = ['accounts', 'analytics', 'collect', 'conversions', 'demo', 'import', 'projects'];

const files = ['contract', 'src', 'server', 'pixel', 'bench', 'tests', 'scripts']
  .flatMap((folder) => filesIn(join(root, folder)))
  .filter((file) => /\.(ts|tsx)$/.test(file))
  .map((file) => relative(root, file));

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

type Import = { from: string; to: string; typeOnly: boolean };

const importsOf = (file: string): Import[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:^|\n)\s*(import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|import\('([^']+)'\)/g,
    ),
  ].map(([, , type, named, dynamic]) => ({
    from: file,
    to: named ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }));

const imports = files.flatMap(importsOf);
const layerOf = (file: string) => layers.find(({ folder }) => file.startsWith(`${folder}/`));

/** Where an import of ours leads, from the root of the repository; null for packages. */
function targetOf({ from, to }: Import): string | null {
  if (to.startsWith('.')) return relative(root, resolve(root, dirname(from), to));
  if (!to.startsWith('#')) return null;
  return to
    .replace(/^#(model|machines|services|views)\//, 'src/$1/')
    .replace(/^#app\//, 'src/')
    .replace(/^#/, '');
}

const show = ({ from, to }: Import) => `${from} → ${to}`;

describe('architecture', () => {
  it('lets every layer import only what it may', () => {
    const forbidden = imports.filter(({ from, to }) => {
      const layer = layerOf(from);
      return layer !== undefined && !layer.mayImport.some((allowed) => allowed.test(to));
    });
    expect(forbidden.map(show)).toEqual([]);
  });

  it('keeps relative imports inside their layer', () => {
    const leaving = imports.filter((one) => {
      const layer = layerOf(one.from);
      const target = targetOf(one);
      return (
        layer !== undefined &&
        one.to.startsWith('.') &&
        target !== null &&
        !target.startsWith(`${layer.folder}/`)
      );
    });
    expect(leaving.map(show)).toEqual([]);
  });

  it('keeps machines and services apart, and views away from services', () => {
    const across = imports.filter((one) => {
      const target = targetOf(one) ?? '';
      return (
        (one.from.startsWith('src/machines/') && /^src\/(services|views)\//.test(target)) ||
        (one.from.startsWith('src/services/') && /^src\/(machines|views)\//.test(target)) ||
        (one.from.startsWith('src/views/') && target.startsWith('src/services/'))
      );
    });
    expect(across.map(show)).toEqual([]);
  });

  it('lets the stores know no noun, except for the shapes they carry', () => {
    const upward = imports.filter((one) => {
      const target = targetOf(one) ?? '';
      return (
        !one.typeOnly &&
        plumbing.some((folder) => one.from.startsWith(`${folder}/`)) &&
        nouns.some((noun) => target.startsWith(`server/${noun}/`)) &&
        one.from !== 'server/warehouse/mover.ts'
      );
    });
    expect(upward.map(show)).toEqual([]);
  });

  it('lets nouns meet below their routes', () => {
    const throughRoutes = imports.filter((one) => {
      const target = targetOf(one) ?? '';
      const noun = /^server\/([^/]+)\//.exec(one.from)?.[1];
      const other = /^server\/([^/]+)\/.*routes\.ts$/.exec(target)?.[1];
      return noun !== undefined && nouns.includes(noun) && other !== undefined && other !== noun;
    });
    expect(throughRoutes.map(show)).toEqual([]);
  });

  it('keeps the server out of the browser and the browser out of the server', () => {
    const crossing = imports.filter((one) => {
      const target = targetOf(one) ?? '';
      return (
        (one.from.startsWith('src/') && target.startsWith('server/')) ||
        (one.from.startsWith('server/') && target.startsWith('src/'))
      );
    });
    expect(crossing.map(show)).toEqual([]);
  });

  it('has no cycle', () => {
    const edges = new Map<string, string[]>();
    for (const one of imports.filter(({ typeOnly }) => !typeOnly)) {
      const target = targetOf(one);
      if (target) edges.set(one.from, [...(edges.get(one.from) ?? []), target]);
    }
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      if (done.has(file)) return;
      for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of edges.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('writes imports with their extension and nothing as any', () => {
    const bare = imports.filter(({ to }) => /^[.#]/.test(to) && !/\.[a-z]+(\?\w+)?$/.test(to));
    expect(bare.map(show)).toEqual([]);
    const loose = files.filter(
      (file) =>
        file !== 'tests/architecture.test.ts' &&
        /@ts-(ignore|nocheck)|\bas any\b|: any\b|<any>/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
    expect(loose).toEqual([]);
  });

  it('joins machines and services in the wiring alone', () => {
    const joined = files.filter((file) => {
      const targets = imports.filter(({ from }) => from === file).map((one) => targetOf(one) ?? '');
      return (
        file.startsWith('src/') &&
        targets.some((target) => target.startsWith('src/machines/')) &&
        targets.some((target) => target.startsWith('src/services/'))
      );
    });
    const joint = /^src\/(?:wiring\/[\w-]+\.ts|main\.tsx)$/;
    expect(joined.filter((file) => !joint.test(file))).toEqual([]);
  });
});
