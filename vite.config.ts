import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const node = { environment: 'node', restoreMocks: true } as const;

export default defineConfig(({ mode }) => ({
  plugins: [react()],
  publicDir: mode === 'server' ? false : 'public',
  server: {
    proxy: Object.fromEntries(
      ['/api', '/cubejs-api', '/t'].map((path) => [
        path,
        process.env.CLICKLEDGER_SERVER ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
  build:
    mode === 'server'
      ? {
          ssr: true,
          outDir: 'dist/server',
          target: 'node20',
          sourcemap: true,
          rollupOptions: {
            input: {
              main: 'server/main.ts',
              engine: 'server/warehouse/engine.ts',
              import: 'server/import/main.ts',
              rates: 'server/import/rates-command.ts',
              user: 'server/accounts/user-command.ts',
            },
          },
        }
      : {
          outDir: 'dist/client',
          target: 'es2023',
          sourcemap: true,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
        },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'machines',
          include: [
            'tests/{machines,paths,services,contract,unit}/**/*.test.ts',
            'tests/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'views',
          environment: 'jsdom',
          include: ['tests/views/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/views-setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'server',
          include: ['tests/{server,real-data}/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'torture',
          include: ['tests/torture/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));
