import { useSelector } from '@xstate/react';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { OrderTest as Result } from '#contract/order-test/schemas.ts';
import type { OrderTestActor } from '#machines/pixels/order-test.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { count } from '../kit/format.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import './link-fields.css';

const hopWords: Record<Result['hops'][number]['hop'], string> = {
  click: 'Click on the link',
  landing: 'Landing page',
  browser: 'Order from the browser',
  server: 'Order from the server',
  visible: 'In the figures',
};

/** Sends a test order and shows its hops. */
export function OrderTest({
  actor,
  affiliates,
  pixels,
}: {
  actor: OrderTestActor;
  affiliates: readonly AffiliateRef[];
  pixels: readonly MasterPixel[];
}) {
  const [chosen, choose] = useState({ affiliate: '', event: '' });
  const running = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const affiliate = affiliates.find(({ id }) => String(id) === chosen.affiliate) ?? affiliates[0];
  const event =
    pixels.find(({ id }) => String(id) === chosen.event) ??
    pixels.find(({ is_primary }) => is_primary) ??
    pixels[0];
  return (
    <section className="panel" aria-labelledby="order-test" aria-busy={running}>
      <header className="panel-head">
        <h2 className="panel-title" id="order-test">
          Test order
        </h2>
      </header>
      <p className="pixel-lead">
        Sends an order like a real one. It is marked as a test and not counted.
      </p>
      {affiliate && event ? (
        <div className="pixel-choices">
          <MenuSelect
            label="Affiliate"
            value={String(affiliate.id)}
            options={affiliates.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChoose={(affiliate) => choose({ ...chosen, affiliate })}
          />
          <MenuSelect
            label="Event"
            value={String(event.id)}
            options={pixels.map(({ id, name, event_name }) => ({
              value: String(id),
              label: name,
              note: event_name,
            }))}
            onChoose={(event) => choose({ ...chosen, event })}
          />
          {running ? (
            <Button
              // Ignores the second click of a double click, which was meant for the button before.
              onClick={({ detail }) =>
                detail > 1 ? undefined : actor.send({ type: 'test.cancel' })
              }
            >
              Cancel
            </Button>
          ) : (
            <Button
              onClick={() =>
                actor.send({
                  type: 'test.run',
                  order: { affiliate: affiliate.id, event: event.id },
                })
              }
            >
              Send test order
            </Button>
          )}
        </div>
      ) : (
        <p className="pixel-lead">
          A test order needs a pixel and an affiliate.{' '}
          <AppLink to="/settings#projects">Add an affiliate</AppLink>
        </p>
      )}
      <Outcome actor={actor} />
    </section>
  );
}

function Outcome({ actor }: { actor: OrderTestActor }) {
  const running = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const { result, problem } = useSelector(actor, ({ context }) => context);
  return (
    <div className="pixel-outcome" aria-live="polite">
      {running ? <p>The order is on its way. This takes a few seconds.</p> : null}
      {failed && problem ? (
        <div className="figures-trouble" role="alert">
          <p>{problem.message}</p>
          <Button
            size="small"
            aria-label="Retry the test order"
            onClick={() => actor.send({ type: 'retry' })}
          >
            Retry
          </Button>
        </div>
      ) : null}
      {result ? <Hops result={result} onClear={() => actor.send({ type: 'test.clear' })} /> : null}
    </div>
  );
}

function Hops({ result, onClear }: { result: Result; onClear: () => void }) {
  const broken = result.hops.find(({ ok }) => !ok);
  return (
    <>
      <p className="pixel-verdict" data-ok={!broken}>
        {broken
          ? `${hopWords[broken.hop]} did not work. ${broken.message}`
          : 'The order came through.'}
      </p>
      <ol className="hops">
        {result.hops.map(({ hop, ok, ms, message }) => (
          <li key={hop} data-ok={ok}>
            {ok ? (
              <CircleCheck size={16} aria-hidden="true" />
            ) : (
              <CircleX size={16} aria-hidden="true" />
            )}
            <span className="hop-name">
              {hopWords[hop]}
              <span className="only-read">{ok ? ', worked' : ', did not work'}</span>
            </span>
            <span className="hop-time">{count(ms)} ms</span>
            <span className="hop-note">{message}</span>
          </li>
        ))}
      </ol>
      {result.pixels.length > 0 ? (
        <>
          <h3 className="pixel-part">Event pixels of the affiliate</h3>
          <ul className="hops">
            {result.pixels.map(({ id, name, would_fire, message }) => (
              <li key={id} data-ok={would_fire}>
                {would_fire ? (
                  <CircleCheck size={16} aria-hidden="true" />
                ) : (
                  <CircleX size={16} aria-hidden="true" />
                )}
                <span className="hop-name">{name}</span>
                <span className="hop-time">{would_fire ? 'Would fire' : 'Would not fire'}</span>
                <span className="hop-note">{message}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="pixel-choices">
        <p className="field-note">
          Order <code>{result.order_id}</code> is in the live events below, marked as a test.
        </p>
        <Button size="small" look="quiet" onClick={onClear}>
          Clear result
        </Button>
      </div>
    </>
  );
}
