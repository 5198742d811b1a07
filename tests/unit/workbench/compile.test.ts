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
const folder = mkdtempSync(join(tmpdir(), 'clickledger-compile-'));
const support = (path: string) => `tests/support/${path}`;

const tried = ['plans/app/share.ts', 'gestures/app/share.ts', 'plans/kit/submission.ts'].map(
  support,
);

const change = (path: string, from: string, to: string) => {
  const text = readFileSync(join(folder, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replace(from, to));
};

/** The compiler over a copy of the machines and the tests of one of them; a line for each error. */
function mistakes(): string[] {
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', folder, '--singleThreaded'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

beforeAll(() => {
  for (const path of [
    'package.json',
    'tsconfig.base.json',
    'contract',
    'src/machines',
    'src/model',
    ...['paths.ts', 'sentences.ts', 'tours.ts', 'coverage.ts', 'samples.ts'].map(support),
    ...['view-walk.tsx', 'delays.ts', 'coverage-record.ts', 'scene.ts', 'scripted-request.ts'].map(
      support,
    ),
    ...tried,
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const compilerOptions = { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'] };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, files: tried }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the compiler', () => {
  const added = () => mistakes().map((line) => line.replace(/\(\d+,\d+\): error TS\d+/, ''));

  it('requires a sentence for a new event of a kit machine', () => {
    const submission = 'src/machines/kit/submission.ts';
    const before = readFileSync(join(folder, submission), 'utf8');
    change(
      submission,
      "{ type: 'answers.submit'; answers: Answers };",
      "{ type: 'answers.submit'; answers: Answers } | { type: 'answers.clear' };",
    );
    change(
      support('plans/kit/submission.ts'),
      'events: {',
      "events: { 'answers.clear': [{ type: 'answers.clear' }],",
    );
    expect(added()).toEqual([
      expect.stringMatching(
        /^tests.support.plans.kit.submission\.ts: Property '"answers\.clear"' is missing .*Sentences/,
      ),
    ]);
    writeFileSync(join(folder, submission), before);
    cpSync(join(root, tried[2] ?? ''), join(folder, tried[2] ?? ''));
  }, 120_000);

  it('requires samples and gestures of a new event, and samples of a new actor', () => {
    const share = 'src/machines/app/share.ts';
    change(
      share,
      "| { type: 'link.close' };",
      "| { type: 'link.close' } | { type: 'link.print' };",
    );
    change(share, "{ copyLink: 'copyLink' }", "{ copyLink: 'copyLink'; printLink: 'printLink' }");
    change(share, 'actors: {', "actors: { printLink: injected<CopiedLink, void>('printLink'),");
    expect(added()).toEqual([
      expect.stringMatching(
        /^tests.support.gestures.app.share\.ts: Property '"link\.print"' is missing/,
      ),
      expect.stringMatching(
        /^tests.support.plans.app.share\.ts: Property '"link\.print"' is missing/,
      ),
      expect.stringMatching(/^tests.support.plans.app.share\.ts: Property 'printLink' is missing/),
    ]);
  }, 120_000);
});
