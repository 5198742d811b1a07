import { type AnyEventObject, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Plan, Subscription } from '#contract/billing/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import {
  type AccountForm,
  type CompanyForm,
  type SignUpDraft,
  type SignUpStep,
  signUpDraftSchema,
} from '#model/sign-up.ts';
import type { Api } from '../kit/api.ts';
import { idempotent } from '../kit/idempotent.ts';

const paths: Record<SignUpStep, string> = {
  account: '/sign-up',
  company: '/sign-up/company',
  payment: '/sign-up/payment',
  subscription: '/sign-up/subscription',
};
const steps = Object.keys(paths) as SignUpStep[];

/** The address of a step. */
export const pathOf = (step: SignUpStep): string => paths[step];

/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate'];

/** Tells which step the address bar asks for: once at the start, then on every change of it. */
export const watchSteps = (window: Window) =>
  fromCallback<AnyEventObject, undefined, { type: 'step.visited'; step: SignUpStep }>(
    ({ sendBack }) => {
      const tell = () => {
        const path = window.location.pathname.replace(/\/+$/, '');
        const step = steps.find((known) => paths[known] === path);
        if (step) sendBack({ type: 'step.visited', step });
      };
      tell();
      for (const change of changes) window.addEventListener(change, tell);
      return () => {
        for (const change of changes) window.removeEventListener(change, tell);
      };
    },
  );

/** `POST registration/`: a session, or a mail that leads to one. Code that a member needs comes before. */
export const register = (
  api: Api,
  prepare: () => Promise<void>,
): PromiseActorLogic<{ member: Session } | { mailed: true }, { account: AccountForm }> =>
  fromPromise(async ({ input: { account }, signal }) => {
    const { telephone, ...person } = account;
    await prepare();
    const answer = await api.call('register', {
      body: { ...person, phone: telephone },
      signal,
      token: null,
    });
    return 'token' in answer ? { member: answer } : { mailed: true };
  });

/** `GET projects/{id}/`. */
export const readCompany = (api: Api): PromiseActorLogic<Project, { id: number }> =>
  fromPromise(({ input: { id }, signal }) => api.call('readProject', { params: { id }, signal }));

/** `POST projects/`. */
export const createCompany = (api: Api): PromiseActorLogic<Project, { company: CompanyForm }> =>
  fromPromise(({ input: { company }, signal }) =>
    idempotent(api, 'createProject', { body: company, signal }),
  );

/** `PATCH projects/{id}/`; the currency of a company stays what it was made with. */
export const changeCompany = (
  api: Api,
): PromiseActorLogic<Project, { id: number; company: CompanyForm }> =>
  fromPromise(({ input: { id, company }, signal }) => {
    const { currency: _, ...body } = company;
    return api.call('changeProject', { params: { id }, body, signal });
  });

/** `GET plans/`. */
export const readPlans = (api: Api): PromiseActorLogic<Plan[], void> =>
  fromPromise(async ({ signal }) => {
    const plans = await api.call('listPlans', { signal });
    return plans.filter(({ is_offered }) => is_offered);
  });

/** `POST subscriptions/`, and what the bank of the card wants to hear beside it. */
export const subscribe = (
  api: Api,
  askBank: (required: NonNullable<Subscription['requires_action']>) => Promise<void>,
): PromiseActorLogic<void, { project: number; plan: number }> =>
  fromPromise(async ({ input, signal }) => {
    const { requires_action } = await idempotent(api, 'createSubscription', {
      body: input,
      signal,
    });
    if (requires_action) await askBank(requires_action);
  });

/** One key of its own; its name says the version. What starts with our name goes with the sign-out. */
const draftKey = 'clickledger.sign-up.v1';

type Drafts = {
  recall: PromiseActorLogic<SignUpDraft, void>;
  remember: (draft: SignUpDraft) => void;
  forget: () => void;
};

/** What was typed so far, in this browser. Where it stores nothing, a reload begins anew. */
export function createDrafts(window: Window, nothing: SignUpDraft): Drafts {
  return {
    recall: fromPromise<SignUpDraft, void>(async () => {
      const draft = signUpDraftSchema.safeParse(
        JSON.parse(window.localStorage.getItem(draftKey) ?? 'null'),
      );
      return draft.success ? draft.data : nothing;
    }),
    remember(draft) {
      attempt(() => window.localStorage.setItem(draftKey, JSON.stringify(draft)));
    },
    forget() {
      attempt(() => window.localStorage.removeItem(draftKey));
    },
  };
}

/** Storage may refuse at any time: blocked, full, or gone with a private window. */
function attempt(work: () => void) {
  try {
    work();
  } catch {
    // A sign-up without a draft is a sign-up all the same.
  }
}
