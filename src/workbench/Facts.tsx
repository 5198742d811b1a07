import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import { maskOf } from './mask.ts';

/** What a machine knows, for want of a view. */
export function Facts({ actor }: { actor: AnyActorRef }) {
  const snapshot = useSelector(actor, (one) => one);
  const { value, context } = snapshot;
  return (
    <pre className="workbench-facts">
      {JSON.stringify({ value, context: maskOf(context) }, null, 2)}
    </pre>
  );
}
