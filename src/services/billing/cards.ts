import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Problem } from '#contract/problem.ts';
import type { CardForm, Payment, TakeCard } from '#model/billing.ts';
import type { Api } from '../kit/api.ts';

type ProjectInput = { project: number };

/** Stripe's public key, and how to load its script. */
type CardOptions = { publicKey: string | null; fetchScript: (publicKey: string) => Promise<void> };

/** `POST setup-intents/`, after Stripe's script has loaded: the form does not work without it. */
async function fetchCardForm(
  api: Api,
  fetchScript: CardOptions['fetchScript'],
  publicKey: string,
  { project, signal }: ProjectInput & { signal: AbortSignal },
): Promise<CardForm> {
  await fetchScript(publicKey);
  const { client_secret } = await api.call('createSetupIntent', { body: { project }, signal });
  return { publicKey, clientSecret: client_secret };
}

/** How the company pays: by card, or by agreement with the operator. */
export const readPayment = (
  api: Api,
  { publicKey, fetchScript }: CardOptions,
): PromiseActorLogic<Payment, ProjectInput> =>
  fromPromise<Payment, ProjectInput>(async ({ input: { project }, signal }) => {
    if (publicKey === null) return { kind: 'manual' };
    return {
      kind: 'card',
      ...(await fetchCardForm(api, fetchScript, publicKey, { project, signal })),
    };
  });

/** Prepares the form for a new card. */
export const readCardForm = (
  api: Api,
  { publicKey, fetchScript }: CardOptions,
): PromiseActorLogic<CardForm, ProjectInput> =>
  fromPromise(async ({ input: { project }, signal }) => {
    if (publicKey === null) throw cardsOff;
    return fetchCardForm(api, fetchScript, publicKey, { project, signal });
  });

/** `PATCH confirm-payment-info/{id}/`, with Stripe's result for the card, or empty where no card is needed. */
export const saveCard = (
  api: Api,
): PromiseActorLogic<Session, ProjectInput & { takeCard: TakeCard | null }> =>
  fromPromise(async ({ input: { project, takeCard }, signal }) => {
    const body = takeCard ? await takeCard() : {};
    return api.call('confirmPaymentInfo', { params: { id: project }, body, signal });
  });

const cardsOff: Problem = { kind: 'unavailable', message: 'No card is needed here.' };
