import { useSelector } from '@xstate/react';
import { MailX } from 'lucide-react';
import type { ComponentType } from 'react';
import { mapState } from 'xstate';
import type { SessionActor } from '#machines/app/session.ts';
import type { InviteActor, InviteSnapshot } from '#machines/auth/invite.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormError } from '../kit/FormError.tsx';
import { fieldErrorsOf, formErrorOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { AuthSkeleton } from './AuthSkeleton.tsx';
import { Invitation } from './Invitation.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { Notice } from './Notice.tsx';
import { PersonFields } from './PersonFields.tsx';
import { SignInForm } from './SignInForm.tsx';

type Scene = ComponentType<{ actor: InviteActor; session: SessionActor }>;

/** The page of an invitation in each of its states. */
export function Invite({ actor, session }: { actor: InviteActor; session: SessionActor }) {
  const Scene = useSelector(actor, sceneOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <div className="login" aria-busy={busy}>
      <title>Invite · Clickledger</title>
      <Scene actor={actor} session={session} />
    </div>
  );
}

function sceneOf(snapshot: InviteSnapshot): Scene {
  const scene = mapState<InviteSnapshot, Scene>(snapshot, {
    states: {
      failed: { map: () => Unread },
      closed: { map: () => Closed },
      otherUser: { map: () => Foreign },
      signInRequired: { map: () => Known },
      confirming: { map: () => Answering },
      accepting: { map: () => Answering },
      refused: { map: () => Answering },
    },
  }).at(-1)?.result;
  return scene ?? AuthSkeleton;
}

function Unread({ actor }: { actor: InviteActor }) {
  const problem = useSelector(actor, ({ context }) => context.problem);
  if (!problem) return null;
  return <Failed problem={problem} name="invite" onRetry={() => actor.send({ type: 'retry' })} />;
}

function Closed() {
  return (
    <Notice icon={MailX} title="This invite cannot be used">
      <p>It was used or revoked, or it is older than seven days. Ask for another one.</p>
      <AppLink to="/" className="button">
        Go to the start page
      </AppLink>
    </Notice>
  );
}

function Foreign({ actor, session }: { actor: InviteActor; session: SessionActor }) {
  const { invitation, member } = useSelector(actor, ({ context }) => context);
  return (
    <>
      <Invitation actor={actor} />
      <p>
        It is for {invitation?.email}, and you are signed in as {member?.email}.
      </p>
      <Button look="primary" autoFocus onClick={() => session.send({ type: 'session.leave' })}>
        Sign out to accept it
      </Button>
    </>
  );
}

function Known({ actor, session }: { actor: InviteActor; session: SessionActor }) {
  const email = useSelector(actor, ({ context }) => context.invitation?.email ?? '');
  return (
    <>
      <Invitation actor={actor} />
      <p>You have an account. Sign in to accept.</p>
      <SignInForm actor={session} email={email} />
      <p className="login-ways">
        <AppLink to="/login/forgotten">Forgot your password?</AppLink>
      </p>
    </>
  );
}

const fieldNames = ['first_name', 'last_name', 'telephone', 'password'];

function Answering({ actor }: { actor: InviteActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { member, problem } = useSelector(actor, ({ context }) => context);
  if (member) {
    return (
      <>
        <Invitation actor={actor} />
        <FormError message={formErrorOf(problem, [])} />
        <Button
          look="primary"
          disabled={busy}
          focusableWhenDisabled
          autoFocus
          onClick={() => actor.send({ type: 'invite.accept', newcomer: null })}
        >
          {busy ? 'Accepting' : 'Accept the invite'}
        </Button>
      </>
    );
  }
  return (
    <>
      <Invitation actor={actor} />
      <FormError message={formErrorOf(problem, fieldNames)} />
      <SchemaForm
        name="Accept the invite"
        schema={readSchema}
        problems={fieldErrorsOf(problem)}
        onAnswers={({ telephone, ...person }) =>
          actor.send({ type: 'invite.accept', newcomer: { ...person, phone: telephone } })
        }
      >
        <fieldset className="login-fields" disabled={busy}>
          <PersonFields />
          <NewPasswordField />
          <Button type="submit" look="primary">
            {busy ? 'Accepting' : 'Accept and sign in'}
          </Button>
        </fieldset>
      </SchemaForm>
      <p className="sign-up-small">
        By accepting you agree to the <AppLink to="/terms">terms</AppLink> and the{' '}
        <AppLink to="/policy">privacy policy</AppLink>.
      </p>
    </>
  );
}

const readSchema = async () => (await import('#model/sign-up.ts')).newcomerFormSchema;
