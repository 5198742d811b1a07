import { useSelector } from '@xstate/react';
import { MailCheck } from 'lucide-react';
import type { SignUpActor } from '#machines/auth/sign-up.ts';
import { Button } from '../kit/Button.tsx';
import { Notice } from './Notice.tsx';

/** The address is to be proved first: the link in the mail goes on from here. */
export function Mailed({ actor }: { actor: SignUpActor }) {
  const email = useSelector(actor, ({ context }) => context.draft.account.email);
  return (
    <Notice icon={MailCheck} title="Look into your mail">
      <p>
        {email ? (
          <>
            A mail is on its way to <strong>{email}</strong>.
          </>
        ) : (
          'A mail is on its way.'
        )}{' '}
        Follow the link in it to go on; it works once.
      </p>
      <Button onClick={() => actor.send({ type: 'account.change' })}>Use another address</Button>
    </Notice>
  );
}
