import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Problem } from '#contract/problem.ts';
import type { CardForm, Payment, TakeCard } from '#model/billing.ts';
import type { Api } from '../kit/api.ts';

type Project = { project: number };

/** Where cards are taken: with which key, and how Stripe's script comes into the page. */
type Cards = { publicKey: string | null; fetchScript: (publicKey: string) => Promise<void> };

/** `POST setup-intents/`, once Stripe's script is there: without it nobody could go on. */
async function open(
  api: Api,
  fetchScript: Cards['fetchScript'],
  publicKey: string,
  { project, signal }: Project & { signal: AbortSignal },
): Promise<CardForm> {
  await fetchScript(publicKey);
  const { client_secret } = await api.call('createSetupIntent', { body: { project }, signal });
  return { publicKey, clientSecret: client_secret };
}

/** How a company will pay. */
export const readPayment = (
  api: Api,
  { publicKey, fetchScript }: Cards,
): PromiseActorLogic<Payment, Project> =>
  fromPromise<Payment, Project>(async ({ input: { project }, signal }) => {
    if (publicKey === null) return { kind: 'manual' };
    return { kind: 'card', ...(await open(api, fetchScript, publicKey, { project, signal })) };
  });

/** The form for another card. */
export const openCard = (
  api: Api,
  { publicKey, fetchScript }: Cards,
): PromiseActorLogic<CardForm, Project> =>
  fromPromise(async ({ input: { project }, signal }) => {
    if (publicKey === null) throw noCards;
    return open(api, fetchScript, publicKey, { project, signal });
  });

/** `PATCH confirm-payment-info/{id}/`, with what Stripe says of the card, or with nothing where none is asked. */
export const keepCard = (
  api: Api,
): PromiseActorLogic<Session, Project & { takeCard: TakeCard | null }> =>
  fromPromise(async ({ input: { project, takeCard }, signal }) => {
    const body = takeCard ? await takeCard() : {};
    return api.call('confirmPaymentInfo', { params: { id: project }, body, signal });
  });

const noCards: Problem = { kind: 'unavailable', message: 'No card is asked here.' };
