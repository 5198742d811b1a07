import { useSelector } from '@xstate/react';
import type { DocumentActor } from '#machines/auth/document.ts';
import { Failed } from '../kit/Failed.tsx';
import { MarkdownText } from '../kit/MarkdownText.tsx';
import { AuthSkeleton } from './AuthSkeleton.tsx';

const titles = { policy: 'Privacy policy', terms: 'Terms of use' };

/** A document of this installation. Its HTML is shown as text, and its links open in a new tab. */
export function Document({ actor }: { actor: DocumentActor }) {
  const { name, text, problem } = useSelector(actor, ({ context }) => context);
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  if (failed && problem) {
    return (
      <Failed problem={problem} name={titles[name]} onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  if (busy) return <AuthSkeleton />;
  return (
    <article className="document">
      <title>{`${titles[name]} · Clickledger`}</title>
      <MarkdownText text={text} />
    </article>
  );
}
