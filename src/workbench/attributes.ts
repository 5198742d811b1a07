import type { AnyActorRef } from 'xstate';
import { survey } from './running-machines.ts';
import { textOf } from './values.ts';

/** Writes the state of every machine to an attribute, so that a selector can wait for a state. */
export function writeStates(root: AnyActorRef, element: HTMLElement): void {
  const write = () => {
    element.dataset.states = survey(root)
      .map(({ path, value }) => `${path}=${textOf(value)}`)
      .join(' ');
  };
  // The inspector reports a transition before its snapshot can be read.
  root.system.inspect(() => queueMicrotask(write));
  write();
}
