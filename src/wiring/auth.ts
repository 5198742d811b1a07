import type { Session } from '#contract/accounts/session.ts';
import { documentMachine } from '#machines/auth/document.ts';
import { inviteMachine } from '#machines/auth/invite.ts';
import { signUpMachine } from '#machines/auth/sign-up.ts';
import { emptyDraft } from '#machines/auth/sign-up-model.ts';
import { submissionOf } from '#machines/kit/submission.ts';
import type { SignUpStep } from '#model/sign-up.ts';
import { checkSession } from '#services/auth/accounts.ts';
import {
  acceptInvite,
  forgotPassword,
  readDocument,
  readInvitation,
  resetPassword,
  verifyEmail,
} from '#services/auth/auth.ts';
import {
  changeCompany,
  createCompany,
  createDrafts,
  pathOf,
  readCompany,
  readPlans,
  register,
  subscribe,
  watchSteps,
} from '#services/auth/sign-up.ts';
import { readPayment, saveCard } from '#services/billing/cards.ts';
import type { createGoTo } from '#services/kit/location.ts';
import type { Services } from './session-services.ts';

/** Provides the machine of the pages outside the workspace. This code loads with the first of these pages. */
export function createAuth({
  window,
  goTo,
  services: { api, config },
  prepare,
  arrived,
}: {
  window: Window;
  goTo: ReturnType<typeof createGoTo>;
  services: Services;
  /** Fetches the code that a member needs; the sign-in completes afterwards. */
  prepare: () => Promise<void>;
  /** Called when a person became a member, or may do more than before. */
  arrived: (member: Session) => void;
}) {
  const drafts = createDrafts(window, emptyDraft);
  const path = () => window.location.pathname.replace(/\/+$/, '');
  /** The payment page is loaded as a new document, because only its own policy allows Stripe's script. */
  const visit = (step: SignUpStep, replace: boolean) => {
    // The server says that the company was the last step, and the dashboard opens.
    if (step === 'payment' && config.billing === 'off') return;
    if (step === 'payment' && config.stripe_public_key !== null) {
      window.location.assign(pathOf(step));
    } else goTo(pathOf(step), { replace });
  };
  const enter = (member: Session) => {
    goTo('/dashboard', { replace: true });
    arrived(member);
  };
  return {
    signUp: signUpMachine.provide({
      actors: {
        address: watchSteps(window),
        recallDraft: drafts.recall,
        register: register(api, prepare),
        readCompany: readCompany(api),
        createCompany: createCompany(api),
        changeCompany: changeCompany(api),
        checkSession: checkSession(api, prepare),
        readPayment: readPayment(api, {
          publicKey: config.stripe_public_key,
          fetchScript: async (key) => (await import('#views/billing/stripe.ts')).fetchStripe(key),
        }),
        confirmPayment: saveCard(api),
        readPlans: readPlans(api),
        subscribe: subscribe(api, async ({ client_secret }) => {
          const { confirmWithBank } = await import('#views/billing/stripe.ts');
          await confirmWithBank(config.stripe_public_key ?? '', client_secret);
        }),
      },
      actions: {
        rememberDraft: (_, { draft }) => drafts.remember(draft),
        forgetDraft: () => drafts.forget(),
        go: (_, { step }) => visit(step, false),
        correct: (_, { step }) => {
          if (path() !== pathOf(step)) visit(step, true);
        },
        enter: (_, { member }) => arrived(member),
        finish: (_, { member }) => {
          if (member) enter(member);
        },
      },
    }),
    verification: submissionOf<{ password: string | null }, Session>().provide({
      actors: { submit: verifyEmail(api, window, prepare) },
      actions: {
        follow: (_, { outcome }) => {
          goTo('/sign-up/company', { replace: true });
          arrived(outcome);
        },
      },
    }),
    forgotten: submissionOf<string, string>().provide({ actors: { submit: forgotPassword(api) } }),
    reset: submissionOf<string, string>().provide({
      actors: { submit: resetPassword(api, window) },
      actions: { follow: () => goTo('/login/reset', { replace: true }) },
    }),
    invite: inviteMachine.provide({
      actors: {
        readInvitation: readInvitation(api, window),
        acceptInvite: acceptInvite(api, window, prepare),
      },
      actions: { enter: (_, { member }) => enter(member) },
    }),
    document: documentMachine.provide({ actors: { readDocument: readDocument(api) } }),
  };
}

export type AuthWiring = ReturnType<typeof createAuth>;
