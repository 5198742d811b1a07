import { useSelector } from '@xstate/react';
import { MailCheck } from 'lucide-react';
import type { SignUpActor } from '#machines/auth/sign-up.ts';
import { Button } from '../kit/Button.tsx';
import { Notice } from './Notice.tsx';

/** Shown until the user opens the mailed link. */
export function MailSent({ actor }: { actor: SignUpActor }) {
  const email = useSelector(actor, ({ context }) => context.draft.account.email);
  return (
    <Notice icon={MailCheck} title="Check your email">
      <p>
        {email ? (
          <>
            We sent an email to <strong>{email}</strong>.
          </>
        ) : (
          'We sent you an email.'
        )}{' '}
        Follow the link in it to continue; it works once.
      </p>
      <Button onClick={() => actor.send({ type: 'account.change' })}>Use another address</Button>
    </Notice>
  );
}
