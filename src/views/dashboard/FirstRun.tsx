import { useSelector } from '@xstate/react';
import { Check, Copy, RadioTower } from 'lucide-react';
import { useState } from 'react';
import type { FirstEventActor } from '#machines/dashboard/first-event.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { count } from '../kit/format.ts';
import { NextSteps } from './NextSteps.tsx';

/**
 * The dashboard of a project without events: the missing set-up steps, how to send the first event, and whether it has
 * arrived.
 */
export function FirstRun({
  actor,
  selection,
}: {
  actor: FirstEventActor;
  selection: SelectionActor;
}) {
  const arrivals = useSelector(actor, ({ context }) => context.arrivals);
  const currency = useSelector(actor, ({ context }) => context.question.currency);
  const start = arrivals?.collectKey.replace(/[…*.]+$/, '');
  return (
    <section className="panel first-run" aria-labelledby="first-run">
      <div className="first-run-head">
        <RadioTower size={24} aria-hidden="true" />
        <div>
          <h2 className="first-run-title" id="first-run">
            No event has arrived yet
          </h2>
          <p>Figures appear here within seconds of the first click or order that is sent.</p>
        </div>
        <p className="first-run-count" role="status">
          <strong>{count(arrivals?.received ?? 0)}</strong> events received
        </p>
      </div>
      <NextSteps selection={selection} />
      <ol className="first-run-steps">
        <li>
          <h3>Get the collect key</h3>
          <p>
            {start ? (
              <>
                It begins with <code>{start}</code>. Only a new key is shown in full: replace it if
                you do not have it.
              </>
            ) : (
              <>Ask an owner: a key is shown in full only once, when it is created.</>
            )}
          </p>
          <AppLink to="/settings#projects" className="button">
            Keys of your projects
          </AppLink>
        </li>
        <li>
          <h3>Send an event</h3>
          <p>Replace $COLLECT_KEY with the key and run this anywhere.</p>
          <Command text={commandFor(currency)} />
        </li>
        <li>
          <h3>Connect the shop</h3>
          <p>
            Your server reports each order with the same call; the API page lists every field. Past
            orders come in as a file: <code>npm run import</code>.
          </p>
          <a className="button" href="/api/docs#/collect" target="_blank" rel="noreferrer">
            Fields in the API page
          </a>
        </li>
      </ol>
    </section>
  );
}

function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () =>
    setCopied(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Copying is not allowed here',
      ),
    );
  const Icon = copied === 'Copied' ? Check : Copy;
  return (
    <div className="command">
      <section
        className="command-text"
        aria-label="Command"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <pre>{text}</pre>
      </section>
      <Button size="small" onClick={copy}>
        <Icon size={14} aria-hidden="true" />
        {copied || 'Copy'}
      </Button>
      <span className="only-read" role="status">
        {copied}
      </span>
    </div>
  );
}

const commandFor = (currency: string): string =>
  [
    `curl -X POST ${location.origin}/api/v1/collect/server/ \\`,
    '  -H "Authorization: Token $COLLECT_KEY" -H "Content-Type: application/json" \\',
    `  -d '{"events":[{"event_name":"purchase","event_id":"first-1","value":"86.00","currency":"${currency}"}]}'`,
  ].join('\n');
