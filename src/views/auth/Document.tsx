import { useSelector } from '@xstate/react';
import Markdown from 'react-markdown';
import type { DocumentActor } from '#machines/auth/document.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { Waiting } from './Waiting.tsx';

const titles = { policy: 'Privacy policy', terms: 'Terms of use' };

/** A text of this installation. HTML in it is shown as the text it is, and a link leads on in a tab of its own. */
export function Document({ actor }: { actor: DocumentActor }) {
  const { name, text, problem } = useSelector(actor, ({ context }) => context);
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  if (failed && problem) {
    return (
      <Failed problem={problem} name={titles[name]} onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  if (busy) return <Waiting />;
  return (
    <article className="document">
      <title>{`${titles[name]} · Clickledger`}</title>
      <Markdown
        disallowedElements={['img']}
        unwrapDisallowed
        components={{
          a: ({ href, children }) => (
            <AppLink to={href ?? ''} external>
              {children}
            </AppLink>
          ),
        }}
      >
        {text}
      </Markdown>
    </article>
  );
}
