import type { ChildProcess } from 'node:child_process';

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Calls back at the end of a child, also when it has passed: nobody is told of that any more. */
export function whenEnded(
  child: ChildProcess,
  listener: (code: number | null, signal: NodeJS.Signals | null) => void,
): void {
  if (hasEnded(child)) listener(child.exitCode, child.signalCode);
  else child.once('exit', listener);
}
