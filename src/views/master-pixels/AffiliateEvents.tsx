import { useSelector } from '@xstate/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import type { PixelExecuted } from '#contract/master-pixels/schemas.ts';
import type { PixelExecutedActor } from '#machines/master-pixels/pixel-executed.ts';
import { FactList } from '../kit/FactList.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count, moment, none, percent } from '../kit/format.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';

/** Whether the events of one affiliate arrive and how good they are. */
export function AffiliateEvents({
  actor,
  affiliates,
}: {
  actor: PixelExecutedActor;
  affiliates: readonly AffiliateRef[];
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const affid = useSelector(actor, ({ context }) => context.affid);
  const noAffiliate = useSelector(actor, (snapshot) => snapshot.matches('noAffiliate'));
  return (
    <section className="panel" aria-labelledby="executed" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="executed">
          Events of an affiliate
        </h2>
      </header>
      <p className="pixel-lead">
        Whether they arrive, and whether server and browser agree, in the last 24 hours.
      </p>
      <div className="pixel-choices">
        <MenuSelect
          label="Affiliate"
          value={noAffiliate ? '' : affid}
          shown={
            affiliates.find(({ aff_id }) => !noAffiliate && aff_id === affid)?.name ??
            'Choose an affiliate'
          }
          options={affiliates.map(({ aff_id, name }) => ({ value: aff_id, label: name }))}
          onChoose={(affid) => actor.send({ type: 'affiliate.choose', affid })}
        />
      </div>
      <Body actor={actor} />
    </section>
  );
}

function Body({ actor }: { actor: PixelExecutedActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const empty = useSelector(actor, (snapshot) => snapshot.matches('empty'));
  const { executed, problem, query } = useSelector(actor, ({ context }) => context);
  if (busy) return <p className="pixel-lead">Loading</p>;
  if (empty) return <p className="pixel-lead">No event of this affiliate has ever arrived.</p>;
  if (problem) {
    return (
      <Failed
        problem={problem}
        name="events of the affiliate"
        onRetry={() => actor.send({ type: 'retry' })}
      />
    );
  }
  return executed ? <Found executed={executed} zone={query.timezone} /> : null;
}

function Found({ executed, zone }: { executed: PixelExecuted; zone: string }) {
  const { dedup } = executed;
  const facts: [string, string][] = [
    ['Last event', executed.last_executed_at ? moment(executed.last_executed_at, zone) : none],
    ['Events, last 24 hours', count(executed.count_24h)],
    ['Usual in 24 hours', count(executed.expected_24h)],
    ['Events today', count(executed.count_today)],
    ['Seen by both sides', dedup ? percent(dedup.match_rate) : none],
    ['Server alone', count(dedup?.server_only)],
    ['Browser alone', count(dedup?.browser_only)],
  ];
  return (
    <>
      <FactList className="live-facts" facts={facts} />
      <ul className="hops" aria-label="Checks">
        {executed.checks.map(({ id, ok, message }) => (
          <li key={id} data-ok={ok}>
            {ok ? (
              <CircleCheck size={16} aria-hidden="true" />
            ) : (
              <TriangleAlert size={16} aria-hidden="true" />
            )}
            <span className="hop-name">{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
