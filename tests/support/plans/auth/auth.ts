import type { authMachine } from '#machines/auth/auth.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const authPlan: Plan<typeof authMachine> = {
  inputs: [{ member: null }],
  events: {
    'screen.shown': [
      { type: 'screen.shown', screen: 'signUp' },
      { type: 'screen.shown', screen: 'verification' },
      { type: 'screen.shown', screen: 'forgotten' },
      { type: 'screen.shown', screen: 'reset' },
      { type: 'screen.shown', screen: 'invite' },
      { type: 'screen.shown', screen: 'terms' },
      { type: 'screen.shown', screen: null },
    ],
    retry: [{ type: 'retry' }],
  },
  answers: {
    fetchEntrance: [{ output: undefined }, { error: offline }],
    signUp: [],
    verification: [],
    forgotten: [],
    reset: [],
    invite: [],
    document: [],
  },
};
