import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

type Layer = { folder: string; mayImport: readonly RegExp[] };

/** What a file of each layer may import. The first folder that matches decides. */
const layers: readonly Layer[] = [
  {
    folder: 'contract',
    mayImport: [/^\.\.?\//, /^zod$/, /^date-fns(\/|$)/, /^@date-fns\/(tz|utc)$/],
  },
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
      /^#tests\/(support|path-reports)\//,
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
  { folder: 'server', mayImport: [/^\.\.?\//, /^#contract\//, /^(?!#)[@a-z]/] },
];

/** The files at the root of each layer; every other file belongs to an area. */
const rootFiles: Record<string, readonly string[]> = {
  contract: [
    'amount-text.ts',
    'currency-decimals.ts',
    'currency.ts',
    'decimal.ts',
    'first-screen-endpoints.ts',
    'endpoint.ts',
    'endpoints.ts',
    'locale.ts',
    'name-fields.ts',
    'numbered.ts',
    'period.ts',
    'problem.ts',
    'page-query.ts',
    'row-id.ts',
    'slug.ts',
    'storable-text.ts',
    'table-file.ts',
    'text-encoding.ts',
    'text-length.ts',
    'text-map.ts',
    'time-zone.ts',
  ],
  server: ['app.ts', 'main.ts', 'modules.ts', 'scheduled-work.ts', 'start-product.ts', 'stores.ts'],
  src: ['head-start.ts', 'main.tsx', 'zod-without-eval.ts'],
  'src/machines': [],
  'src/services': [],
  'src/views': [],
  tests: ['architecture.test.ts', 'plain-words.test.ts', 'specification.test.ts'],
  'tests/e2e': [],
  'tests/machines': [],
  'tests/paths': [],
  'tests/server': ['product.test.ts', 'cube-and-rest.test.ts'],
  'tests/services': [],
  'tests/unit': [],
  'tests/views': [],
};

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

/** The path of an imported file from the root of the repository; null for packages. */
function targetOf({ from, to }: Import): string | null {
  if (to.startsWith('.')) return relative(root, resolve(root, dirname(from), to));
  if (!to.startsWith('#')) return null;
  return to
    .replace(/^#(model|machines|services|views)\//, 'src/$1/')
    .replace(/^#app\//, 'src/')
    .replace(/^#/, '');
}

/** The top folder inside a layer that contains a file; null at the layer's root and outside of layers. */
const areaOf = (layer: string, file: string): string | null =>
  file.startsWith(`${layer}/`)
    ? (/^([^/]+)\//.exec(file.slice(layer.length + 1))?.[1] ?? null)
    : null;

const moduleOf = (file: string): string | null => areaOf('server', file);

/** The folder of a file; a file at a layer's root counts as a folder of its own. */
const folderOf = (file: string): string =>
  Object.hasOwn(rootFiles, dirname(file)) ? file : dirname(file);

/** The import cycles, each as one text; `nodeOf` maps a file to its node, or to none. */
function circlesIn(some: readonly Import[], nodeOf: (file: string) => string | null): string[] {
  const edges = new Map<string, Set<string>>();
  for (const one of some.filter(({ from }) => /^(?:contract|src|server)\//.test(from))) {
    const target = targetOf(one);
    const [from, to] = [nodeOf(one.from), target === null ? null : nodeOf(target)];
    if (from === null || to === null || from === to) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  const reached = new Map<string, ReadonlySet<string>>();
  for (const node of edges.keys()) {
    const seen = new Set<string>();
    const open = [...(edges.get(node) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(edges.get(next) ?? []));
    }
    reached.set(node, seen);
  }
  const inCircle = [...reached].filter(([node, seen]) => seen.has(node));
  const groups = inCircle.map(([node, seen]) =>
    [...seen]
      .filter((other) => reached.get(other)?.has(node))
      .sort()
      .join(' ↔ '),
  );
  return [...new Set(groups)].sort();
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

  it('keeps machines and services from importing each other, and views from importing services', () => {
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

  it('lets modules of the server meet below their routes', () => {
    const throughRoutes = imports.filter((one) => {
      const target = targetOf(one) ?? '';
      const from = moduleOf(one.from);
      const to = moduleOf(target);
      return from !== null && to !== null && from !== to && /(?:^|[/-])routes?\.ts$/.test(target);
    });
    expect(throughRoutes.map(show)).toEqual([]);
  });

  it.each(Object.entries(rootFiles))(
    'keeps files of an area out of the root of %s',
    (layer, stored) => {
      const atRoot = files.filter((file) => dirname(file) === layer).map((file) => basename(file));
      expect(atRoot.filter((file) => !stored.includes(file))).toEqual([]);
    },
  );

  it('lets no module of the server import the files that join the modules', () => {
    const upward = imports.filter(
      (one) => moduleOf(one.from) !== null && /^server\/[^/]+$/.test(targetOf(one) ?? ''),
    );
    expect(upward.map(show)).toEqual([]);
  });

  it('keeps the files of routes at 150 lines, so that each has one reason to change', () => {
    const lines = (file: string) =>
      readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    const routes = files.filter((file) => /^server\/.*routes\.ts$/.test(file));
    expect(routes.length).toBeGreaterThan(30);
    expect(routes.filter((file) => lines(file) > 150)).toEqual([]);
  });

  it('names the files of PostgreSQL tables after the modules of the server', () => {
    const modules = new Set(files.map(moduleOf));
    const tables = files.filter((file) => dirname(file) === 'server/database/schema');
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter((file) => !modules.has(basename(file, '.ts')))).toEqual([]);
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

  it('has no import cycle between files', () => {
    const running = imports.filter(({ typeOnly }) => !typeOnly);
    expect(circlesIn(running, (file) => file)).toEqual([]);
    expect(circlesIn(imports, (file) => file)).toEqual([]);
  });

  it('has no import cycle between folders', () => {
    const running = imports.filter(({ typeOnly }) => !typeOnly);
    expect(circlesIn(running, folderOf)).toEqual([]);
  });

  it('has no import cycle between folders of the server, neither of values nor of types', () => {
    const ofServer = imports.filter(({ from }) => from.startsWith('server/'));
    expect(circlesIn(ofServer, folderOf)).toEqual([]);
  });

  it('has no import cycle between the modules of the server', () => {
    expect(circlesIn(imports, moduleOf)).toEqual([]);
  });

  it('writes imports with their extension and never uses any', () => {
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

  it('joins machines and services only in the wiring', () => {
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

/** A variable or field initializer that any text may look up: `const names: Record<string, string> = { … }`. */
const plainLookUp =
  /\b(?:const|let) \w+: (?:Readonly<|Partial<)*Record<string, [^;\n]*> = \{(?!\s*\}|\s*\.\.\.\w+\s*\})/g;

describe('a look-up by any text', () => {
  it('is a map, because a plain object also answers to constructor, toString and __proto__', () => {
    const plain = files
      .filter((file) => /^(contract|src|server|pixel)\//.test(file))
      .filter((file) => readFileSync(join(root, file), 'utf8').match(plainLookUp));
    expect(plain).toEqual([]);
  });

  it.each([
    ['const names: Record<string, string> = {\n  a: "b",\n};', true],
    ['let names: Readonly<Record<string, readonly string[]>> = { a: [] };', true],
    ['const names: Record<Kind, string> = { a: "b" };', false],
    ['const fields: Record<string, unknown> = { ...input };', false],
    ['const names = textMap({ a: "b" });', false],
  ])('is found in %s', (code, isPlain) => {
    expect(code.match(plainLookUp) !== null).toBe(isPlain);
  });
});
