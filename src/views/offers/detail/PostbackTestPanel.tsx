import { useSelector } from '@xstate/react';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { PostbackTest, TestStep } from '#contract/offers/postback-tests.ts';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { PostbackTestActor } from '#machines/offers/offer-parts.ts';
import { Button } from '../../kit/Button.tsx';
import { DecimalInput } from '../../kit/DecimalInput.tsx';
import { ErrorNotice } from '../../kit/ErrorNotice.tsx';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { PostbackTestAddress } from './PostbackTestAddress.tsx';
import { sum } from './words.ts';

type Way = 'here' | 'network';

const stepNames: Record<TestStep, string> = {
  click: 'Click on the link',
  redirect: 'Redirect to the offer',
  postback: 'Postback with the conversion',
  payout: 'Payout',
};
const stateWords = { waiting: 'waiting', passed: 'worked', failed: 'did not work' } as const;

/** Follows a test click from the link to its payout. Neither the click nor the conversion counts. */
export function PostbackTestPanel({
  actor,
  offer,
  project,
  affiliate,
  maySeeKey,
}: {
  actor: PostbackTestActor;
  offer: OfferDetail;
  project: number;
  affiliate: TrackingLink;
  /** Whether the person may create a collect key. */
  maySeeKey: boolean;
}) {
  const [way, setWay] = useState<Way>('here');
  const [value, setValue] = useState('10');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const field = useId();
  const start = () =>
    actor.send({
      type: 'job.start',
      request: {
        project,
        id: offer.id,
        affiliate: affiliate.id,
        value: way === 'here' ? value : null,
      },
    });
  return (
    <section className="panel" aria-labelledby="offer-test" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="offer-test">
          Test
        </h2>
      </header>
      <div className="offer-link-fields">
        <p className="offer-quiet">
          {`Clicks the link of ${affiliate.name || affiliate.affid} and follows the click to its payout. Nothing of it counts.`}
        </p>
        <div className="offer-choices offer-test-choices">
          <MenuSelect<Way>
            label="Conversion"
            isLabelled
            value={way}
            options={[
              { value: 'here', label: 'Reported by this test' },
              { value: 'network', label: 'From the network' },
            ]}
            onChoose={setWay}
          />
          {way === 'here' ? (
            <div className="offer-inline-field">
              <label htmlFor={field}>{`Value (${offer.currency})`}</label>
              <DecimalInput
                id={field}
                className="input"
                value={value}
                autoComplete="off"
                onDecimal={setValue}
              />
            </div>
          ) : null}
          {busy ? (
            <Button onClick={() => actor.send({ type: 'job.leave' })}>Stop waiting</Button>
          ) : (
            <Button onClick={start}>Send test click</Button>
          )}
        </div>
        <Progress actor={actor} offer={offer} maySeeKey={maySeeKey} />
      </div>
    </section>
  );
}

function Progress({
  actor,
  offer,
  maySeeKey,
}: {
  actor: PostbackTestActor;
  offer: OfferDetail;
  maySeeKey: boolean;
}) {
  const { run, problem } = useSelector(actor, ({ context }) => context);
  const isStarting = useSelector(actor, (snapshot) => snapshot.matches('starting'));
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'retry' }));
  const isIdle = useSelector(actor, (snapshot) => snapshot.matches('idle'));
  const isLeft = useSelector(actor, (snapshot) => snapshot.matches('background'));
  return (
    <div className="offer-test" aria-live="polite">
      {isStarting ? <p>The click is on its way.</p> : null}
      {problem && canRetry ? (
        <ErrorNotice
          problem={problem}
          action="Retry"
          onAction={() => actor.send({ type: 'retry' })}
        />
      ) : null}
      {run && !isStarting && !isIdle ? (
        <Steps run={run} offer={offer} isLeft={isLeft} maySeeKey={maySeeKey} />
      ) : null}
    </div>
  );
}

function Steps({
  run,
  offer: { currency, internal },
  isLeft,
  maySeeKey,
}: {
  run: PostbackTest;
  offer: OfferDetail;
  isLeft: boolean;
  maySeeKey: boolean;
}) {
  return (
    <>
      <p className="offer-verdict" data-state={run.state}>
        {verdictOf(run, currency, isLeft)}
      </p>
      <ol className="offer-steps" aria-label="Steps of the test">
        {run.steps.map(({ step, state, message }) => (
          <li key={step} data-state={state}>
            <StepMark state={state} />
            <span className="offer-step-name">
              {stepNames[step]}
              <span className="only-read">, {stateWords[state]}</span>
            </span>
            <span className="offer-quiet">{message}</span>
          </li>
        ))}
      </ol>
      {run.state === 'running' && run.postback_url ? (
        <PostbackTestAddress
          address={run.postback_url}
          maySeeKey={maySeeKey}
          isInternal={internal !== null}
        />
      ) : null}
      {run.state === 'timed_out' ? <Checklist run={run} /> : null}
    </>
  );
}

function StepMark({ state }: { state: 'waiting' | 'passed' | 'failed' }) {
  if (state === 'passed') return <CircleCheck size={16} aria-hidden="true" />;
  if (state === 'failed') return <CircleX size={16} aria-hidden="true" />;
  return <CircleDashed size={16} aria-hidden="true" />;
}

function verdictOf(run: PostbackTest, currency: string, isLeft: boolean): string {
  const { state, payout, terms, steps } = run;
  switch (state) {
    case 'passed':
      return payout === null
        ? 'It works. No payout applies.'
        : `It works: a conversion like this pays ${sum(payout, currency)}${terms === null ? '' : ` under terms ${terms}`}.`;
    case 'failed': {
      const failed = steps.find((step) => step.state === 'failed');
      return failed ? `${stepNames[failed.step]} did not work.` : 'The test did not work.';
    }
    case 'timed_out':
      return 'No postback arrived within five minutes.';
    case 'running':
      return isLeft
        ? 'The test goes on for five minutes. Its result is not shown here.'
        : 'The test is running. It waits up to five minutes.';
  }
}

function Checklist({ run }: { run: PostbackTest }) {
  return (
    <div className="offer-missing">
      <p>Check in this order:</p>
      <ol>
        <li>The network has the postback address of this project, with its key.</li>
        <li>
          It sends the id of the click as <code>click_id</code>
          {run.click_id === null ? '.' : ': '}
          {run.click_id === null ? null : <code>{run.click_id}</code>}
        </li>
        <li>The destination of the offer hands the id on where the network expects it.</li>
        <li>The network reported a conversion after this click.</li>
        <li>If only some addresses may report, that of the network is among them.</li>
      </ol>
    </div>
  );
}
