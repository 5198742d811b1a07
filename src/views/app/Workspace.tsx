import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { Problem } from '#contract/problem.ts';
import { isOfWorkspace } from '#machines/app/screens.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import { NoProject } from '../dashboard/NoProject.tsx';
import { Failed } from '../kit/Failed.tsx';
import { drawings } from './screens.tsx';

/** The screen of the address, or its skeleton while its query or code is missing. */
export function Workspace({ actor }: { actor: WorkspaceActor }) {
  const isUnconfigured = useSelector(actor, (snapshot) => snapshot.matches('unconfigured'));
  const isUnfetched = useSelector(actor, (snapshot) => snapshot.matches('unfetched'));
  const wanted = useSelector(actor, ({ context }) => context.screen);
  const screen = useSelector(actor, ({ children }) => children.screen);
  const selection = useSelector(actor, ({ children }) => children.selection);
  const exporter = useSelector(actor, ({ children }) => children.export);

  const shown = isOfWorkspace(wanted) ? wanted : 'dashboard';
  const { title, View, Skeleton } = drawings[shown];
  return (
    <>
      <title>{`${title} · Clickledger`}</title>
      {isUnconfigured ? (
        <NoProject />
      ) : isUnfetched ? (
        <Unfetched onRetry={() => actor.send({ type: 'retry' })} />
      ) : (
        <Suspense key={shown} fallback={<Skeleton />}>
          {screen && selection ? (
            <View actor={screen} selection={selection} exporter={exporter} />
          ) : (
            <Skeleton />
          )}
        </Suspense>
      )}
    </>
  );
}

const missingCode: Problem = {
  kind: 'unavailable',
  message: 'This screen could not be loaded.',
};

function Unfetched({ onRetry }: { onRetry: () => void }) {
  return (
    <section className="panel">
      <Failed problem={missingCode} name="screen" onRetry={onRetry} />
    </section>
  );
}
