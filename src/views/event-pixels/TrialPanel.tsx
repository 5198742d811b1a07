import { useSelector } from '@xstate/react';
import { type SubmitEvent, useState } from 'react';
import { mapState } from 'xstate';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import { warningsOf } from '#machines/event-pixels/pixel-model.ts';
import type { PixelTrialActor, PixelTrialSnapshot } from '#machines/event-pixels/pixel-trial.ts';
import { Button } from '../kit/Button.tsx';
import { count } from '../kit/format.ts';
import { Sent } from './Sent.tsx';
import { outcomeWords } from './words.ts';

/** Sends one invented conversion and shows what the partner said to it. */
export function TrialPanel({
  actor,
  pixel,
  isChanged,
}: {
  actor: PixelTrialActor;
  pixel: Pixel;
  /** Whether something was written that is not saved: a test knows nothing of it. */
  isChanged: boolean;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const [code, setCode] = useState('');
  const takesCode = pixel.type === 'meta_capi' || pixel.type === 'tiktok_events';
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = takesCode ? code.trim() || null : null;
    actor.send({ type: 'trial.send', code: asked, version: pixel.updated_at });
  };
  return (
    <section className="panel" aria-labelledby="trial-title" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="trial-title">
          Test
        </h2>
        <p className="panel-freshness">One invented conversion. It is counted nowhere here.</p>
      </header>
      <form className="trial" onSubmit={send}>
        {takesCode ? (
          <label className="field">
            <span className="field-label">Test event code</span>
            <input
              className="input"
              value={code}
              autoComplete="off"
              spellCheck={false}
              placeholder="As the platform shows it"
              onChange={({ target }) => setCode(target.value)}
            />
          </label>
        ) : null}
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Sending' : 'Send a test'}
        </Button>
        {isChanged ? (
          <p className="field-hint">A test sends what was saved last. Save your changes first.</p>
        ) : null}
      </form>
      <Result actor={actor} pixel={pixel} />
    </section>
  );
}

const headlines = {
  passed: 'The partner took it.',
  warned: 'The partner took it, with something to mend.',
  refused: 'The partner did not take it.',
  timedOut: 'The partner did not answer in time.',
  unsent: 'Nothing was sent.',
} as const;

function Result({ actor, pixel }: { actor: PixelTrialActor; pixel: Pixel }) {
  const verdict = useSelector(actor, verdictOf);
  const { test, problem, version } = useSelector(actor, ({ context }) => context);
  if (verdict === null) return <div className="trial-result" role="status" />;
  return (
    <div className="trial-result" role="status" data-verdict={verdict}>
      <p className="trial-headline">{headlines[verdict]}</p>
      {version === pixel.updated_at ? null : <p>The pixel was changed since. Send another test.</p>}
      {problem ? <p>{problem.message}</p> : null}
      {test ? (
        <>
          <p className="trial-facts">
            {outcomeWords[test.outcome]}
            {test.http_status === null ? '' : `, HTTP ${test.http_status}`}
            {test.latency_ms === null ? '' : `, ${count(test.latency_ms)} ms`}
          </p>
          {verdict === 'warned' ? (
            <ul className="trial-warnings">
              {warningsOf(test).map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          ) : null}
          <Sent request={test.request} excerpt={test.response_excerpt} />
        </>
      ) : null}
    </div>
  );
}

type Verdict = keyof typeof headlines;

const verdictOf = (snapshot: PixelTrialSnapshot): Verdict | null =>
  mapState<PixelTrialSnapshot, Verdict | null>(snapshot, {
    states: {
      open: {
        states: {
          resting: {
            states: {
              passed: { map: () => 'passed' },
              warned: { map: () => 'warned' },
              refused: { map: () => 'refused' },
              timedOut: { map: () => 'timedOut' },
              unsent: { map: () => 'unsent' },
            },
          },
        },
      },
    },
  })[0]?.result ?? null;
