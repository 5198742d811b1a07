import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { onExit } from '#server/warehouse/child-exit.ts';

const start = () => spawn(process.execPath, ['-e', 'process.stdin.resume()']);

function toldOf(child: ReturnType<typeof start>) {
  return new Promise<string>((resolve) => {
    onExit(child, (code, signal) => resolve(`${code} ${signal}`));
  });
}

it('reports the end of a running child', async () => {
  const child = start();
  const told = toldOf(child);
  child.stdin.end();
  expect(await told).toBe('0 null');
});

it('reports the end of a child that ended before', async () => {
  const child = start();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await toldOf(child)).toBe('null SIGKILL');
});
