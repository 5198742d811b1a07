import type { inviteMachine, Newcomer } from '#machines/auth/invite.ts';
import { invitation, missingProblem } from '../../auth.ts';
import type { Plan } from '../../paths.ts';
import { member, offline } from '../../samples.ts';

const newcomer: Newcomer = {
  password: 'correct horse battery',
  first_name: 'Ana',
  last_name: 'Ruiz',
  phone: null,
};

export const invitePlan: Plan<typeof inviteMachine> = {
  inputs: [{ member: null }, { member }],
  events: {
    retry: [{ type: 'retry' }],
    'invite.accept': [{ type: 'invite.accept', newcomer }],
  },
  answers: {
    readInvitation: [
      { output: invitation },
      { output: { ...invitation, email: 'eve@acme.test' } },
      { output: { ...invitation, has_account: true } },
      { error: missingProblem },
      { error: offline },
    ],
    acceptInvite: [{ output: member }, { error: missingProblem }, { error: offline }],
  },
};
