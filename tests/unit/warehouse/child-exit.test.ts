import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { whenEnded } from '#server/warehouse/child-exit.ts';

const start = () => spawn(process.execPath, ['-e', 'process.stdin.resume()']);

function toldOf(child: ReturnType<typeof start>) {
  return new Promise<string>((resolve) => {
    whenEnded(child, (code, signal) => resolve(`${code} ${signal}`));
  });
}

it('tells the end of a child that runs', async () => {
  const child = start();
  const told = toldOf(child);
  child.stdin.end();
  expect(await told).toBe('0 null');
});

it('tells the end of a child that was over before anybody listened', async () => {
  const child = start();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await toldOf(child)).toBe('null SIGKILL');
});
