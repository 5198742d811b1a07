import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import { maskOf } from './mask.ts';

/** The context of a machine that has no view. */
export function MachineContext({ actor }: { actor: AnyActorRef }) {
  const snapshot = useSelector(actor, (one) => one);
  const { value, context } = snapshot;
  return (
    <pre className="workbench-facts">
      {JSON.stringify({ value, context: maskOf(context) }, null, 2)}
    </pre>
  );
}
