import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'clickledger-screen-'));
const screens = 'src/machines/app/screens.ts';

/** The row of an empty screen, at a reserved address. */
const row = `  bidding: {
    runsIn: 'workspace',
    area: 'bidding',
    title: 'Bidding',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/audience-bidding' }],
    sidebar: { icon: 'page', letter: 'b' },
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    machine: async () => (await import('../bidding/bidding.ts')).biddingMachine,
  },
`;

const files = {
  'src/machines/bidding/bidding.ts': `import { type ActorRefFrom, assign, setup } from 'xstate';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';

export const biddingMachine = setup({
  types: {} as { context: ScreenInput; events: ScreenEvent; input: ScreenInput },
  actions: {
    keepQuery: assign({ query: (_, params: Pick<ScreenInput, 'query'>) => params.query }),
    keepMember: assign({ member: (_, params: Pick<ScreenInput, 'member'>) => params.member }),
  },
}).createMachine({
  id: 'bidding',
  context: ({ input }) => ({ ...input }),
  on: {
    'query.change': {
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
  },
});

export type BiddingActor = ActorRefFrom<typeof biddingMachine>;
`,
  'src/views/bidding/BiddingScreen.tsx': `import { useSelector } from '@xstate/react';
import type { BiddingActor } from '#machines/bidding/bidding.ts';

export function BiddingScreen({ actor }: { actor: BiddingActor }) {
  const project = useSelector(actor, ({ context }) => context.query.project);
  return (
    <>
      <h1>Bidding</h1>
      <p>{project}</p>
    </>
  );
}
`,
};

/** Copies the files that the checks below read, so that the project itself is never changed. */
const parts = ['contract', 'src', 'tests', 'scripts', 'server', 'bench', 'pixel', 'cube', 'public'];
const settings = ['package.json', 'vite.config.ts', 'index.html', 'tsconfig.json'];

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', GOGC: 'off' },
  });
  return { status, output: `${stdout}\n${stderr}` };
}

beforeAll(() => {
  for (const name of [...parts, ...settings, 'tsconfig.base.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const rows = readFileSync(join(root, screens), 'utf8');
  writeFileSync(
    join(folder, screens),
    rows.replace('} as const satisfies', `${row}} as const satisfies`),
  );
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an empty screen is one row, one machine and one view', () => {
  it('whose types hold', () => {
    const config = { extends: './src/tsconfig.json', include: ['src/main.tsx', 'src/*/bidding'] };
    writeFileSync(join(folder, 'tsconfig.screen.json'), JSON.stringify(config));
    const { status, output } = run('tsc', '-p', 'tsconfig.screen.json', '--noEmit');
    expect(status, output).toBe(0);
  }, 300_000);

  it('that have an address, an entry, a key and a command, and receive the query and the member', () => {
    const report = join(folder, 'report.json');
    const { output } = run(
      'vitest',
      'run',
      'tests/architecture.test.ts',
      'tests/views/app/screens.test.tsx',
      '-t',
      'architecture|screen bidding',
      '--reporter=json',
      `--outputFile=${report}`,
    );
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.filter(({ status }) => status === 'failed');
    expect(
      failed.map(({ fullName }) => fullName),
      output,
    ).toEqual([]);
    const passed = results.filter(({ status }) => status === 'passed');
    expect(passed.filter(({ fullName }) => fullName.includes('bidding'))).toHaveLength(3);
  }, 300_000);

  it('whose code is fetched when it is opened', () => {
    expect(run('vite', 'build', '--manifest', '--logLevel', 'error')).toMatchObject({ status: 0 });
    const built = join(folder, 'dist/client');
    const manifest: Record<string, { isDynamicEntry?: boolean }> = JSON.parse(
      readFileSync(join(built, '.vite/manifest.json'), 'utf8'),
    );
    for (const file of Object.keys(files)) expect(manifest[file]?.isDynamicEntry, file).toBe(true);
  }, 300_000);
});

type Report = {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
};
