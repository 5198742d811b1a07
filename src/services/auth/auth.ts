import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Document, DocumentName } from '#contract/documents/schemas.ts';
import type { Invitation } from '#contract/invites/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { Api } from '../kit/api.ts';

type Newcomer = { password: string; first_name: string; last_name: string; phone: string | null };
type Prepare = () => Promise<void>;

const incompleteLink: Problem = {
  kind: 'invalid',
  message: 'This link is incomplete. Open the full link from the email.',
};

/** The secret of a mailed link. It is in the hash of the address, which neither servers nor referrers see. */
function secretIn(window: Window): string {
  const secret = window.location.hash.slice(1);
  if (secret === '') throw incompleteLink;
  return secret;
}

/** The password proves that the person who opens the mail is the one who signed up. */
type Confirmation = { password: string | null };

/**
 * `POST verify-email/`, with the token of the current session, if there is one. The workspace code is fetched first,
 * because the link works only once.
 */
export const verifyEmail = (
  api: Api,
  window: Window,
  prepare: Prepare,
): PromiseActorLogic<Session, { answers: Confirmation }> =>
  fromPromise(async ({ input: { answers }, signal }) => {
    const token = secretIn(window);
    await prepare();
    return api.call('verifyEmail', { body: { token, ...answers }, signal });
  });

/** `POST forgot-password/`: the response does not reveal whether the account exists. */
export const forgotPassword = (api: Api): PromiseActorLogic<string, { answers: string }> =>
  fromPromise(async ({ input: { answers: email }, signal }) => {
    const { detail } = await api.call('forgotPassword', { body: { email }, signal, token: null });
    return detail;
  });

/** `POST reset-password/`. */
export const resetPassword = (
  api: Api,
  window: Window,
): PromiseActorLogic<string, { answers: string }> =>
  fromPromise(async ({ input: { answers: password }, signal }) => {
    const body = { token: secretIn(window), password };
    const { detail } = await api.call('resetPassword', { body, signal, token: null });
    return detail;
  });

/** The random part of an invitation's address. */
const uidIn = (window: Window): string =>
  /^\/invite\/([^/]+)/.exec(window.location.pathname)?.[1] ?? '';

/** `GET accept-invite/{uid}/`: reading an invitation does not use it up. */
export const readInvitation = (api: Api, window: Window): PromiseActorLogic<Invitation, void> =>
  fromPromise(({ signal }) =>
    api.call('readInvitation', { params: { uid: uidIn(window) }, signal, token: null }),
  );

/** `PATCH accept-invite/{uid}/`, as the signed-in user or as a new person. */
export const acceptInvite = (
  api: Api,
  window: Window,
  prepare: Prepare,
): PromiseActorLogic<Session, { newcomer: Newcomer | null }> =>
  fromPromise(async ({ input: { newcomer }, signal }) => {
    await prepare();
    return api.call('acceptInvite', {
      params: { uid: uidIn(window) },
      body: newcomer ?? {},
      signal,
      ...(newcomer ? { token: null } : {}),
    });
  });

/** `GET documents/{name}/`. */
export const readDocument = (api: Api): PromiseActorLogic<Document, { name: DocumentName }> =>
  fromPromise(({ input, signal }) =>
    api.call('readDocument', { params: input, signal, token: null }),
  );
