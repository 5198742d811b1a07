import type { sessionMachine } from '#machines/app/session.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, refused } from '../../samples.ts';

const preferences = { theme: 'system', density: 'comfortable' } as const;

export const sessionPlan: Plan<typeof sessionMachine> = {
  events: {
    'credentials.submit': [
      {
        type: 'credentials.submit',
        credentials: { email: 'ana@acme.test', password: 'correct horse battery' },
      },
    ],
    'member.arrived': [
      { type: 'member.arrived', member: { ...member, id: 13, token: 'clu_of_somebody_else' } },
      { type: 'member.arrived', member },
    ],
    retry: [{ type: 'retry' }],
    'session.leave': [{ type: 'session.leave' }],
    'preferences.change': [
      { type: 'preferences.change', preferences: { theme: 'dark', density: 'compact' } },
    ],
    'session.expired': [{ type: 'session.expired', token: member.token }],
    'session.ended': [{ type: 'session.ended' }],
    'session.changed': [
      { type: 'session.changed', token: member.token },
      { type: 'session.changed', token: 'clu_of_somebody_else' },
      { type: 'session.changed', token: null },
    ],
    'session.renewed': [{ type: 'session.renewed', token: 'clu_next' }],
    'network.returned': [{ type: 'network.returned' }],
    'page.entered': [{ type: 'page.entered', screen: 'dashboard' }],
    'page.changed': [{ type: 'page.changed', screen: 'missing' }],
  },
  answers: {
    recall: [
      { output: { facts: { token: member.token }, preferences } },
      { output: { facts: {}, preferences } },
      { error: offline },
    ],
    checkSession: [{ output: member }, { error: refused }, { error: offline }],
    login: [{ output: member }, { error: refused }],
    logout: [{ output: undefined }, { error: offline }],
    tabs: [],
    connection: [],
    reloadGuard: [],
    navigation: [],
    auth: [],
    workspace: [],
  },
};
