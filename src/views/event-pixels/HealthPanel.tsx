import { useSelector } from '@xstate/react';
import type { PixelHealth } from '#contract/event-pixels/health.ts';
import type { PixelHealthActor } from '#machines/event-pixels/pixel-health.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count, moment, none, percent } from '../kit/format.ts';
import { FactsTable } from '../kit/tables/FactsTable.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { HealthMark } from './HealthMark.tsx';
import { outcomeWords } from './words.ts';

/** The figures of the last 24 hours. */
export function HealthPanel({ actor, zone }: { actor: PixelHealthActor; zone: string }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ open: { ready: 'stale' } }));
  const { health, problem } = useSelector(actor, ({ context }) => context);
  return (
    <section className="panel" aria-labelledby="health-title" aria-busy={busy}>
      <div className="panel-progress" data-running={(busy && showing) || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="health-title">
          Health
        </h2>
        {stale ? (
          <div className="panel-freshness" data-stale role="status">
            <p>{problem?.message} The figures may be outdated.</p>
            <Button
              size="small"
              aria-label="Retry the health"
              onClick={() => actor.send({ type: 'retry' })}
            >
              Retry
            </Button>
          </div>
        ) : (
          <p className="panel-freshness">Last 24 hours, tests left out</p>
        )}
      </header>
      {showing && health ? <Figures health={health} zone={zone} /> : null}
      {!showing && busy ? <TableSkeleton rows={4} columns={2} /> : null}
      {!showing && !busy && problem ? (
        <Failed problem={problem} name="the health" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
    </section>
  );
}

function Figures({ health, zone }: { health: PixelHealth; zone: string }) {
  const { p95_latency_ms: p95, last_ok_at: lastOk } = health;
  const facts: [string, string][] = [
    ['Conversions to send', count(health.eligible)],
    ['Delivered', count(health.ok)],
    ['Failed', count(health.failed)],
    ['Waiting', count(health.waiting)],
    ['Delivered of all', percent(health.fire_rate)],
    ['Delivered of finished ones', percent(health.success)],
    ['95 % answered within', p95 === null ? none : `${count(p95)} ms`],
    ['Last delivery', lastOk ? moment(lastOk, zone) : none],
    ...(health.match_score === null
      ? []
      : [['Match score, our estimate', `${health.match_score} of 100`] as [string, string]]),
  ];
  return (
    <div className="pixel-figures">
      <p>
        <HealthMark health={health} />
      </p>
      <Outcomes health={health} />
      <FactsTable className="figures-table" caption="Health in figures" facts={facts} />
    </div>
  );
}

/** The shares of the outcomes as one bar beside their counts. */
function Outcomes({ health: { outcomes } }: { health: PixelHealth }) {
  const all = outcomes.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <div className="outcomes">
      <div className="outcomes-bar" aria-hidden="true">
        {outcomes.map(({ outcome, count }) => (
          <span key={outcome} data-outcome={outcome} style={{ width: `${(100 * count) / all}%` }} />
        ))}
      </div>
      <ul className="outcomes-words">
        {outcomes.map(({ outcome, count: found }) => (
          <li key={outcome}>
            <span className="outcomes-dot" data-outcome={outcome} aria-hidden="true" />
            {outcomeWords[outcome]} <b>{count(found)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
