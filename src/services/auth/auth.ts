import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Document, DocumentName } from '#contract/documents/schemas.ts';
import type { Invitation } from '#contract/invites/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { Api } from '../kit/api.ts';

type Newcomer = { password: string; first_name: string; last_name: string; phone: string | null };
type Prepare = () => Promise<void>;

const noSecret: Problem = {
  kind: 'invalid',
  message: 'This link is not complete. Open it as it stands in the mail.',
};

/** The secret of a mailed link: the hash of the address, which no server and no referrer sees. */
function secretIn(window: Window): string {
  const secret = window.location.hash.slice(1);
  if (secret === '') throw noSecret;
  return secret;
}

/** Whoever signs up proves by their password that it is their own sign-up. */
type Confirmation = { password: string | null };

/**
 * `POST verify-email/`, as whoever is signed in, if anybody. Code that a member needs comes before: the link is good
 * once.
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

/** `POST forgot-password/`: whether there is such an account is not told. */
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

/** The part of the address that nobody can guess. */
const uidIn = (window: Window): string =>
  /^\/invite\/([^/]+)/.exec(window.location.pathname)?.[1] ?? '';

/** `GET accept-invite/{uid}/`: reading it consumes nothing. */
export const readInvitation = (api: Api, window: Window): PromiseActorLogic<Invitation, void> =>
  fromPromise(({ signal }) =>
    api.call('readInvitation', { params: { uid: uidIn(window) }, signal, token: null }),
  );

/** `PATCH accept-invite/{uid}/`, as whoever is signed in, or as a new person. */
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
