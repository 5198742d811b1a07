import { useSelector } from '@xstate/react';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { Verified } from '#contract/master-pixels/schemas.ts';
import type { PixelInstallActor } from '#machines/master-pixels/pixel-install.ts';
import { Button } from '../kit/Button.tsx';
import { StreamState } from './LiveEvents.tsx';
import { PageCheck } from './WaitingForEvent.tsx';
import { reasonText } from './words.ts';

type InstallHint = { title: string; ok: boolean | null; text: string };

/** Likely reasons why no event arrives, most likely first, with the results of checks. */
export function InstallHints({ actor }: { actor: PixelInstallActor }) {
  const { verified, rejected, installation } = useSelector(actor, ({ context }) => context);
  const stream = useSelector(actor, ({ children }) => children.stream);
  const key = installation?.pixel.key ?? '';
  return (
    <div className="install-listening">
      <p className="blank-title">No event has arrived</p>
      <p>Check these, most likely first. We keep waiting for an event.</p>
      <ol className="hops" aria-label="What could be wrong">
        {hintsFor(verified, rejected, key).map(({ title, ok, text }) => (
          <li key={title} data-ok={ok ?? 'unknown'}>
            {ok === null ? (
              <CircleDashed size={16} aria-hidden="true" />
            ) : ok ? (
              <CircleCheck size={16} aria-hidden="true" />
            ) : (
              <CircleX size={16} aria-hidden="true" />
            )}
            <span className="hop-name">{title}</span>
            <span className="hop-note">{text}</span>
          </li>
        ))}
      </ol>
      <PageCheck actor={actor} />
      <div className="install-acts">
        <Button look="primary" onClick={() => actor.send({ type: 'listen.start' })}>
          Wait again
        </Button>
        <Button onClick={() => actor.send({ type: 'snippet.show' })}>Show the code again</Button>
        {stream ? <StreamState actor={stream} /> : null}
      </div>
    </div>
  );
}

/** The reasons, ordered by how often they block events. */
function hintsFor(
  verified: Verified | null,
  rejected: readonly string[],
  key: string,
): InstallHint[] {
  const check = (...ids: string[]) => {
    const found = verified?.checks.filter(({ id }) => ids.includes(id)) ?? [];
    const bad = found.find(({ ok }) => ok === false);
    const ok = bad ? false : found.length > 0 && found.every((one) => one.ok) ? true : null;
    return { ok, said: (bad ?? (ok ? found[0] : undefined))?.message };
  };
  const script = check('reachable', 'script');
  const policy = check('csp_script', 'csp_connect');
  const id = check('key', 'once');
  const [reason] = rejected;
  return [
    {
      title: 'Is the script on the page?',
      ok: script.ok,
      text: script.said ?? 'Check a page below. The code belongs into the head of every page.',
    },
    {
      title: 'Does the page allow it?',
      ok: policy.ok,
      text:
        policy.said ??
        'A content security policy needs this address in script-src and in connect-src.',
    },
    {
      title: 'Is it the right key, and the right site?',
      ok: reason ? false : id.ok,
      text: reason
        ? `Something came: ${reasonText(reason)}.`
        : (id.said ?? `The code on the page should hold ${key}, and its site be on the list.`),
    },
    {
      title: 'Is an ad blocker on?',
      ok: null,
      text: 'Try in a private window without extensions, or from a phone.',
    },
    {
      title: 'Was consent declined?',
      ok: null,
      text: 'If consent is required, the event arrives when the visitor agrees or leaves.',
    },
    {
      title: 'Is it an app with routes of its own?',
      ok: null,
      text: 'The code must be in the page that loads first. Later routes are found automatically.',
    },
  ];
}
