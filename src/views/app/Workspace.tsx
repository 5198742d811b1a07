import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { mapState } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import type { WorkspaceActor, WorkspaceSnapshot } from '#machines/app/workspace.ts';
import { ConversionsSkeleton } from '../conversions/ConversionsSkeleton.tsx';
import { Dashboard } from '../dashboard/Dashboard.tsx';
import { DashboardSkeleton } from '../dashboard/DashboardSkeleton.tsx';
import { NoProject } from '../dashboard/NoProject.tsx';
import { ExportNotice } from '../kit/ExportNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { PixelsSkeleton } from '../pixels/PixelsSkeleton.tsx';
import { SettingsSkeleton } from '../settings/SettingsSkeleton.tsx';

const Conversions = lazyPart(
  async () => (await import('../conversions/Conversions.tsx')).Conversions,
  Unavailable,
);
const Pixels = lazyPart(async () => (await import('../pixels/Pixels.tsx')).Pixels, Unavailable);
const Settings = lazyPart(
  async () => (await import('../settings/Settings.tsx')).Settings,
  Unavailable,
);

type Scene =
  | 'waiting'
  | 'dashboard'
  | 'conversions'
  | 'pixels'
  | 'settings'
  | 'unconfigured'
  | 'unfetched';

/** The screen of the address, as far as there is something to ask about and its code has come. */
export function Workspace({ actor }: { actor: WorkspaceActor }) {
  const scene = useSelector(actor, sceneOf);
  const dashboard = useSelector(actor, ({ children }) => children.dashboard);
  const conversions = useSelector(actor, ({ children }) => children.conversions);
  const pixels = useSelector(actor, ({ children }) => children.pixels);
  const settings = useSelector(actor, ({ children }) => children.settings);
  const wanted = useSelector(actor, ({ context }) => context.screen);
  const selection = useSelector(actor, ({ children }) => children.selection);
  const exporter = useSelector(actor, ({ children }) => children.export);

  if (scene === 'unconfigured') return <NoProject />;
  if (scene === 'unfetched') return <Unfetched onRetry={() => actor.send({ type: 'retry' })} />;
  if (wanted === 'conversions') {
    return (
      <Suspense fallback={<ConversionsSkeleton />}>
        {conversions && selection ? (
          <Conversions actor={conversions} selection={selection} exporter={exporter} />
        ) : (
          <ConversionsSkeleton />
        )}
      </Suspense>
    );
  }
  if (wanted === 'pixels') {
    return (
      <Suspense fallback={<PixelsSkeleton />}>
        {pixels ? <Pixels actor={pixels} /> : <PixelsSkeleton />}
      </Suspense>
    );
  }
  if (wanted === 'settings') {
    return (
      <Suspense fallback={<SettingsSkeleton />}>
        {settings ? <Settings actor={settings} /> : <SettingsSkeleton />}
      </Suspense>
    );
  }
  if (!dashboard || !selection) return <DashboardSkeleton />;
  return (
    <>
      <Dashboard actor={dashboard} selection={selection} exporter={exporter} />
      {exporter ? <ExportNotice actor={exporter} /> : null}
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

const sceneOf = (snapshot: WorkspaceSnapshot): Scene =>
  mapState<WorkspaceSnapshot, Scene>(snapshot, {
    states: {
      preparing: { map: () => 'waiting' },
      elsewhere: { map: () => 'waiting' },
      unconfigured: { map: () => 'unconfigured' },
      fetching: { map: () => 'waiting' },
      unfetched: { map: () => 'unfetched' },
      dashboard: { map: () => 'dashboard' },
      conversions: { map: () => 'conversions' },
      pixels: { map: () => 'pixels' },
      settings: { map: () => 'settings' },
    },
  })[0]?.result ?? 'waiting';
