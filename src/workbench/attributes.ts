import type { AnyActorRef } from 'xstate';
import { survey } from './survey.ts';
import { textOf } from './values.ts';

/** Writes where every machine is on an element, one word for each, so that a selector can wait for a state. */
export function writeStates(root: AnyActorRef, element: HTMLElement): void {
  const write = () => {
    element.dataset.states = survey(root)
      .map(({ path, value }) => `${path}=${textOf(value)}`)
      .join(' ');
  };
  // Inspection tells of a transition before its snapshot can be read.
  root.system.inspect(() => queueMicrotask(write));
  write();
}
