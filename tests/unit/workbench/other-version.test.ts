import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { titlesAt } from '../../path-reports/other-version.ts';

const root = mkdtempSync(join(tmpdir(), 'clickledger-history-'));

const git = (...args: string[]) => {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@acme.test', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout;
};

const keep = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  git('add', path);
};

/** A project with the plans of this one; only the paths that it prints matter. */
const planned = (titles: string[]) => `
const titles = ${JSON.stringify(titles)};
export const plannedMachines = { share: { paths: () => titles.map((title) => ({ title })) } };
`;

beforeAll(() => {
  git('init', '--quiet');
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  keep('package.json', '{ "type": "module" }');
  keep('tests/support/planned.ts', planned(['idle', 'idle → copied']));
  git('commit', '--quiet', '-m', 'Share');
  git('tag', 'v1');
  keep('tests/support/planned.ts', `${planned([])} throw new Error('not yet written');`);
  git('commit', '--quiet', '-m', 'Break');
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the paths of another version', () => {
  it('can be read of this project as last committed, whatever has changed since', () => {
    const { share } = titlesAt(resolve('.'), 'HEAD');
    expect(share?.[0]).toMatch(/^idle/);
  }, 120_000);

  it('are those of its own machines, and leave nothing behind', () => {
    expect(titlesAt(root, 'v1')).toEqual({ share: ['idle', 'idle → copied'] });
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(root, 'titles.json'))).toBe(false);
  }, 120_000);

  it('are refused for an unknown ref', () => {
    expect(() => titlesAt(root, 'v9')).toThrow(
      'This repository has no commit, branch or tag "v9".',
    );
    expect(() => titlesAt(root, '--all')).toThrow('no commit, branch or tag "--all"');
  });

  it('are not guessed where a version does not load, and leave nothing behind either', () => {
    expect(() => titlesAt(root, 'HEAD')).toThrow(
      'The paths of "HEAD" could not be generated with these packages. Error: not yet written',
    );
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  }, 120_000);
});
