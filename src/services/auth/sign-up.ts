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

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/** Reports the sign-up step in the address bar: once at the start, then after every change of it. */
export const watchSteps = (window: Window) =>
  fromCallback<AnyEventObject, undefined, { type: 'step.visited'; step: SignUpStep }>(
    ({ sendBack }) => {
      const report = () => {
        const path = window.location.pathname.replace(/\/+$/, '');
        const step = steps.find((known) => paths[known] === path);
        if (step) sendBack({ type: 'step.visited', step });
      };
      report();
      for (const change of navigationEvents) window.addEventListener(change, report);
      return () => {
        for (const change of navigationEvents) window.removeEventListener(change, report);
      };
    },
  );

/** `POST registration/`: returns a session, or says that a mail was sent. The workspace code is fetched first. */
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

/** `PATCH projects/{id}/`; a company keeps its currency. */
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

/** `POST subscriptions/`, then the confirmation that the card's bank may require. */
export const subscribe = (
  api: Api,
  confirmWithBank: (required: NonNullable<Subscription['requires_action']>) => Promise<void>,
): PromiseActorLogic<void, { project: number; plan: number }> =>
  fromPromise(async ({ input, signal }) => {
    const { requires_action } = await idempotent(api, 'createSubscription', {
      body: input,
      signal,
    });
    if (requires_action) await confirmWithBank(requires_action);
  });

/** The storage key of the draft, with its version. A sign-out removes every key with this prefix. */
const draftKey = 'clickledger.sign-up.v1';

type Drafts = {
  recall: PromiseActorLogic<SignUpDraft, void>;
  remember: (draft: SignUpDraft) => void;
  forget: () => void;
};

/** The unfinished sign-up in this browser's storage. Without storage, a reload starts the sign-up again. */
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

/** Storage may throw at any time: it may be blocked, full or belong to a closed private window. */
function attempt(work: () => void) {
  try {
    work();
  } catch {
    // The sign-up works without a stored draft.
  }
}
