import { useSelector } from '@xstate/react';
import { CircleCheck, CircleX } from 'lucide-react';
import type { Verified } from '#contract/master-pixels/schemas.ts';
import type { PixelInstallActor } from '#machines/master-pixels/pixel-install.ts';
import { Button } from '../kit/Button.tsx';
import { FormField } from '../kit/FormField.tsx';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { StreamState } from './LiveEvents.tsx';
import { reasonText } from './words.ts';

const schema = async () => (await import('#contract/master-pixels/schemas.ts')).verifyBodySchema;

/** Waits for the first event, and offers to check a page meanwhile. */
export function WaitingForEvent({ actor }: { actor: PixelInstallActor }) {
  const stream = useSelector(actor, ({ children }) => children.stream);
  const [rejected] = useSelector(actor, ({ context }) => context.rejected);
  const isServer = useSelector(actor, ({ context }) => context.kind === 's2s');
  return (
    <div className="install-listening">
      <div className="install-waiting" role="status">
        <span className="install-pulse" aria-hidden="true" />
        <p className="blank-title">Waiting for the first event</p>
        <p>
          {isServer
            ? 'Send one from your server. It appears here within a second.'
            : 'Open a page that has the code, in this browser or another. It appears here within a second.'}
        </p>
        {rejected ? <p className="pixel-warning">Something came: {reasonText(rejected)}.</p> : null}
        {stream ? <StreamState actor={stream} /> : null}
      </div>
      {isServer ? null : <PageCheck actor={actor} />}
      <div className="install-acts">
        <Button onClick={() => actor.send({ type: 'snippet.show' })}>Show the code again</Button>
        <Button look="quiet" onClick={() => actor.send({ type: 'troubleshooting.show' })}>
          What could be wrong?
        </Button>
      </div>
    </div>
  );
}

/** Lets the server look for the pixel on a page. */
export function PageCheck({ actor }: { actor: PixelInstallActor }) {
  const fetching = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const { verified, problem } = useSelector(actor, ({ context }) => context);
  return (
    <section className="install-check" aria-label="Check a page" aria-busy={fetching}>
      <SchemaForm
        name="Check a page"
        schema={schema}
        problems={problem?.fields}
        onAnswers={({ url }) => actor.send({ type: 'page.verify', url })}
      >
        <FormField name="url" label="Or let us look for the code in a page" />
        <div className="install-acts">
          {fetching ? (
            <Button onClick={() => actor.send({ type: 'page.leave' })}>Stop looking</Button>
          ) : (
            <Button type="submit">Check the page</Button>
          )}
        </div>
      </SchemaForm>
      <div aria-live="polite">
        {fetching ? <p className="field-note">Looking at the page.</p> : null}
        {failed && problem ? (
          <div className="figures-trouble" role="alert">
            <p>{problem.message}</p>
            <Button
              size="small"
              aria-label="Retry the page"
              onClick={() => actor.send({ type: 'retry' })}
            >
              Retry
            </Button>
          </div>
        ) : null}
        {verified && !fetching && !failed ? <Checks verified={verified} /> : null}
      </div>
    </section>
  );
}

function Checks({ verified }: { verified: Verified }) {
  const looked = verified.checks.filter(({ ok }) => ok !== null);
  return (
    <>
      <p className="pixel-verdict" data-ok={verified.verdict === 'found'}>
        {verified.message}
      </p>
      <ul className="hops" aria-label="Checks of the page">
        {looked.map(({ id, ok, message }) => (
          <li key={id} data-ok={ok}>
            {ok ? (
              <CircleCheck size={16} aria-hidden="true" />
            ) : (
              <CircleX size={16} aria-hidden="true" />
            )}
            <span className="hop-name">{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
