import { useSelector } from '@xstate/react';
import { ArrowLeft, CircleCheck, SearchX } from 'lucide-react';
import { useSearch } from 'wouter';
import { mapState } from 'xstate';
import type {
  PixelInstallActor,
  PixelInstallSnapshot,
} from '#machines/master-pixels/pixel-install.ts';
import { siteOf } from '#machines/master-pixels/pixel-site.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { clock } from '../kit/format.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { InstallCode } from './InstallCode.tsx';
import { InstallHints } from './InstallHints.tsx';
import { WaitingForEvent } from './WaitingForEvent.tsx';

type Step =
  | 'reading'
  | 'missing'
  | 'failed'
  | 'code'
  | 'listening'
  | 'troubles'
  | 'seen'
  | 'checking'
  | 'unchecked'
  | 'unlimited'
  | 'active';

const stages = ['Paste the code', 'See the first event', 'Done'] as const;
const stageOf: Partial<Record<Step, number>> = {
  code: 0,
  listening: 1,
  troubles: 1,
  seen: 1,
  checking: 2,
  unchecked: 2,
  unlimited: 2,
  active: 2,
};

/** The step-by-step installation of a pixel. */
export function Install({ actor, zone }: { actor: PixelInstallActor; zone: string }) {
  const search = useSearch();
  const step = useSelector(actor, stepOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const name = useSelector(actor, ({ context }) => context.installation?.pixel.name);
  const stage = stageOf[step];
  return (
    <article className="story" aria-busy={busy}>
      <AppLink to={`/pixels${search ? `?${search}` : ''}`} className="story-back">
        <ArrowLeft size={16} aria-hidden="true" />
        All pixels
      </AppLink>
      <section className="panel install" aria-labelledby="install-title">
        <h1 className="story-title" id="install-title">
          {name ? `Install ${name}` : 'Install a pixel'}
        </h1>
        {stage === undefined ? null : (
          <ol className="install-stages" aria-label="Steps">
            {stages.map((words, index) => (
              <li
                key={words}
                data-state={index < stage ? 'done' : index === stage ? 'now' : 'to-come'}
                aria-current={index === stage ? 'step' : undefined}
              >
                {words}
              </li>
            ))}
          </ol>
        )}
        <Body actor={actor} step={step} zone={zone} />
      </section>
    </article>
  );
}

function Body({ actor, step, zone }: { actor: PixelInstallActor; step: Step; zone: string }) {
  const problem = useSelector(actor, ({ context }) => context.problem);
  switch (step) {
    case 'reading':
      return <TableSkeleton rows={6} columns={3} />;
    case 'missing':
      return (
        <div className="blank">
          <SearchX size={24} aria-hidden="true" />
          <p className="blank-title">There is no such pixel</p>
          <p>It may have been removed, or it belongs to a project you are not part of.</p>
        </div>
      );
    case 'failed':
      return problem ? (
        <Failed problem={problem} name="pixel" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null;
    case 'code':
      return <InstallCode actor={actor} />;
    case 'listening':
      return <WaitingForEvent actor={actor} />;
    case 'troubles':
      return <InstallHints actor={actor} />;
    default:
      return <Arrived actor={actor} step={step} zone={zone} />;
  }
}

/** The first event has arrived; the allowed sites are still open. */
function Arrived({ actor, step, zone }: { actor: PixelInstallActor; step: Step; zone: string }) {
  const { event, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const search = useSearch();
  const site = siteOf(event);
  return (
    <div className="install-arrived" role="status">
      <CircleCheck size={32} aria-hidden="true" />
      <p className="blank-title">
        {step === 'active' ? 'The pixel is active' : 'The first event arrived'}
      </p>
      {event ? (
        <p>
          <code>{event.event_name}</code> from {site ?? 'your server'} at{' '}
          <time dateTime={event.received_at}>{clock(event.received_at, zone)}</time>
        </p>
      ) : null}
      {busy ? <p>Checking which sites may use the key.</p> : null}
      {step === 'unlimited' ? (
        <>
          <p>Any site may use this key. Only {site} needs to.</p>
          <div className="blank-acts">
            <Button look="primary" onClick={() => actor.send({ type: 'domain.limit' })}>
              Allow only {site}
            </Button>
            <Button onClick={() => actor.send({ type: 'domain.skip' })}>Leave it open</Button>
          </div>
        </>
      ) : null}
      {step === 'unchecked' ? (
        <>
          <p>{problem?.message}</p>
          <div className="blank-acts">
            <Button
              aria-label="Retry the sites of the pixel"
              onClick={() => actor.send({ type: 'retry' })}
            >
              Retry
            </Button>
            <Button look="quiet" onClick={() => actor.send({ type: 'domain.skip' })}>
              Leave unchanged
            </Button>
          </div>
        </>
      ) : null}
      {step === 'active' ? (
        <AppLink to={`/pixels${search ? `?${search}` : ''}`} className="button" data-look="primary">
          See its events
        </AppLink>
      ) : null}
    </div>
  );
}

const stepOf = (snapshot: PixelInstallSnapshot): Step =>
  mapState<PixelInstallSnapshot, Step>(snapshot, {
    states: {
      reading: { map: () => 'reading' },
      missing: { map: () => 'missing' },
      failed: { map: () => 'failed' },
      open: {
        map: () => 'code',
        states: {
          showingSnippet: { map: () => 'code' },
          listening: { map: () => 'listening' },
          troubleshooting: { map: () => 'troubles' },
        },
      },
      firstEventSeen: { map: () => 'seen' },
      checkingDomain: { map: () => 'checking' },
      unchecked: { map: () => 'unchecked' },
      unlimited: { map: () => 'unlimited' },
      limiting: { map: () => 'unlimited' },
      active: { map: () => 'active' },
    },
  })[0]?.result ?? 'reading';
