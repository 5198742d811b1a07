import { useSelector } from '@xstate/react';
import { type SubmitEvent, useState } from 'react';
import { mapState } from 'xstate';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import { warningsOf } from '#machines/event-pixels/pixel-model.ts';
import type {
  TestDeliveryActor,
  TestDeliverySnapshot,
} from '#machines/event-pixels/test-delivery.ts';
import { Button } from '../kit/Button.tsx';
import { count } from '../kit/format.ts';
import { SentRequest } from './SentRequest.tsx';
import { outcomeWords } from './words.ts';

/** Sends a test conversion and shows the partner's response. */
export function TestDeliveryPanel({
  actor,
  pixel,
  isChanged,
}: {
  actor: TestDeliveryActor;
  pixel: Pixel;
  /** Whether the form has unsaved changes, which a test does not include. */
  isChanged: boolean;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const [code, setCode] = useState('');
  const takesCode = pixel.type === 'meta_capi' || pixel.type === 'tiktok_events';
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const testCode = takesCode ? code.trim() || null : null;
    actor.send({ type: 'test.send', code: testCode, version: pixel.updated_at });
  };
  return (
    <section className="panel" aria-labelledby="test-title" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="test-title">
          Test
        </h2>
        <p className="panel-freshness">Sends one sample conversion. It is not counted here.</p>
      </header>
      <form className="test-delivery" onSubmit={send}>
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
          <p className="field-hint">A test uses the saved settings. Save your changes first.</p>
        ) : null}
      </form>
      <Result actor={actor} pixel={pixel} />
    </section>
  );
}

const headlines = {
  passed: 'The partner accepted it.',
  warned: 'The partner accepted it, with warnings.',
  refused: 'The partner rejected it.',
  timedOut: 'The partner did not answer in time.',
  notSent: 'Nothing was sent.',
} as const;

function Result({ actor, pixel }: { actor: TestDeliveryActor; pixel: Pixel }) {
  const verdict = useSelector(actor, verdictOf);
  const { test, problem, version } = useSelector(actor, ({ context }) => context);
  if (verdict === null) return <div className="test-result" role="status" />;
  return (
    <div className="test-result" role="status" data-verdict={verdict}>
      <p className="test-headline">{headlines[verdict]}</p>
      {version === pixel.updated_at ? null : <p>The pixel was changed since. Send another test.</p>}
      {problem ? <p>{problem.message}</p> : null}
      {test ? (
        <>
          <p className="test-facts">
            {outcomeWords[test.outcome]}
            {test.http_status === null ? '' : `, HTTP ${test.http_status}`}
            {test.latency_ms === null ? '' : `, ${count(test.latency_ms)} ms`}
          </p>
          {verdict === 'warned' ? (
            <ul className="test-warnings">
              {warningsOf(test).map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          ) : null}
          <SentRequest request={test.request} excerpt={test.response_excerpt} />
        </>
      ) : null}
    </div>
  );
}

type Verdict = keyof typeof headlines;

const verdictOf = (snapshot: TestDeliverySnapshot): Verdict | null =>
  mapState<TestDeliverySnapshot, Verdict | null>(snapshot, {
    states: {
      open: {
        states: {
          settled: {
            states: {
              passed: { map: () => 'passed' },
              warned: { map: () => 'warned' },
              refused: { map: () => 'refused' },
              timedOut: { map: () => 'timedOut' },
              notSent: { map: () => 'notSent' },
            },
          },
        },
      },
    },
  })[0]?.result ?? null;
