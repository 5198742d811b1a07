import type { ChildProcess } from 'node:child_process';

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Calls back when a child exits, also when it has exited already, because that event is not repeated. */
export function onExit(
  child: ChildProcess,
  listener: (code: number | null, signal: NodeJS.Signals | null) => void,
): void {
  if (hasEnded(child)) listener(child.exitCode, child.signalCode);
  else child.once('exit', listener);
}
