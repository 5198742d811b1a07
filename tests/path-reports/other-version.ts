import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The titles of all paths of each machine. */
export type Titles = Record<string, string[]>;

/**
 * The paths of another version: its sources in a folder of their own, with the packages of this one. Its own registry
 * maps machines to plans.
 */
export function titlesAt(root: string, ref: string): Titles {
  const commit = git(root, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  if (commit === null) throw new Error(`This repository has no commit, branch or tag "${ref}".`);
  const folder = mkdtempSync(join(tmpdir(), 'clickledger-paths-'));
  const tree = join(folder, 'tree');
  try {
    if (git(root, 'worktree', 'add', '--detach', '--quiet', tree, commit) === null) {
      throw new Error(`The version "${ref}" could not be checked out beside this one.`);
    }
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    writeFileSync(join(tree, 'collect.ts'), collect);
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'collect.ts'], {
      cwd: tree,
      encoding: 'utf8',
    });
    if (status !== 0) {
      const [reason = ''] = stderr.match(/^\w*Error.*$/m) ?? [];
      throw new Error(
        `The paths of "${ref}" could not be generated with these packages. ${reason}`,
      );
    }
    return JSON.parse(readFileSync(join(tree, 'titles.json'), 'utf8')) as Titles;
  } finally {
    git(root, 'worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

const collect = `
import { writeFileSync } from 'node:fs';
import { plannedMachines } from './tests/support/planned.ts';
const titles = Object.entries(plannedMachines).map(([name, { paths }]) => [
  name,
  paths().map(({ title }) => title),
]);
writeFileSync('titles.json', JSON.stringify(Object.fromEntries(titles)));
`;

/** The output of git, or null where it fails. */
function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
