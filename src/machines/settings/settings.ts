import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { ProjectRef, Session } from '#contract/accounts/session.ts';
import type { FailedQuery } from '#model/failed-items.ts';
import type { Query } from '#model/query.ts';
import { isPartOfProject, isPartOpen, type SettingsPart } from '#model/settings.ts';
import { billingMachine } from '../billing/billing.ts';
import { injectedListener } from '../kit/injected.ts';
import type { JobLeftEvent } from '../kit/job.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { auditLogMachine, saveAuditMachine, verifyChainMachine } from './audit-log.ts';
import { companyMachine } from './company.ts';
import { failedItemsMachine } from './failed-items.ts';
import { logoMachine } from './logo.ts';
import { passwordMachine } from './password.ts';
import { profileMachine } from './profile.ts';
import { projectDeletionMachine } from './project-deletion.ts';
import { projectsMachine } from './projects.ts';
import { jobRunMachine, scheduledJobsMachine } from './scheduled-jobs.ts';
import { sessionsMachine } from './sessions.ts';
import { teamMachine } from './team.ts';
import { tokensMachine } from './tokens.ts';

export type SettingsRecalledEvent = { type: 'settings.recalled'; part: SettingsPart };

type Owned = { member: Session; project: number | null };
type Context = Owned & { part: SettingsPart };
type Event = SettingsRecalledEvent | JobLeftEvent | ScreenEvent<Query | null>;

/**
 * Each part is a state that invokes its machines, so leaving a part aborts its requests. A part that the role does not
 * allow is a state that says so; the server rejects its calls in any case. The failed items run in every part, because
 * the navigation counts them.
 */
export const settingsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: ScreenInput<Query | null>;
    tags: 'busy';
    children: {
      address: 'address';
      failedItems: 'failedItems';
      team: 'team';
      projects: 'projects';
      tokens: 'tokens';
      scheduledJobs: 'scheduledJobs';
      jobRun: 'jobRun';
      projectDeletion: 'projectDeletion';
      auditLog: 'auditLog';
      verifyChain: 'verifyChain';
      saveAudit: 'saveAudit';
      profile: 'profile';
      picture: 'picture';
      password: 'password';
      sessions: 'sessions';
      company: 'company';
      logo: 'logo';
      billing: 'billing';
    };
  },
  actors: {
    address: injectedListener<SettingsRecalledEvent>('address'),
    failedItems: failedItemsMachine,
    team: teamMachine,
    projects: projectsMachine,
    tokens: tokensMachine,
    scheduledJobs: scheduledJobsMachine,
    jobRun: jobRunMachine,
    projectDeletion: projectDeletionMachine,
    auditLog: auditLogMachine,
    verifyChain: verifyChainMachine,
    saveAudit: saveAuditMachine,
    profile: profileMachine,
    picture: logoMachine,
    password: passwordMachine,
    sessions: sessionsMachine,
    company: companyMachine,
    logo: logoMachine,
    billing: billingMachine,
  },
  actions: {
    keepPart: assign({ part: (_, params: { part: SettingsPart }) => params.part }),
    keepProject: assign({
      project: (_, params: { query: Query | null }) => params.query?.project ?? null,
    }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    queryFailedItems: sendTo('failedItems', ({ context }) => ({
      type: 'query.change' as const,
      query: failedQueryOf(context),
    })),
    refreshFailedItems: sendTo('failedItems', { type: 'list.refresh' as const }),
    refreshScheduledJobs: sendTo('scheduledJobs', { type: 'list.refresh' as const }),
  },
  guards: {
    isOfAnotherProject: ({ context }, params: { query: Query | null }) =>
      isPartOfProject(context.part) && context.project !== (params.query?.project ?? null),
    isOfAnotherRole: ({ context }, params: { member: Session }) =>
      isPartOfProject(context.part) &&
      roleIn(context) !== roleIn({ ...context, member: params.member }),
    hasNoProject: ({ context }) =>
      isPartOfProject(context.part) && projectOf(context) === undefined,
    isClosed: ({ context }) => !isPartOpen(roleIn(context), context.part),
    isPart: ({ context }, params: { part: SettingsPart }) => context.part === params.part,
  },
}).createMachine({
  id: 'settings',
  description: 'The settings of a person and of a project.',
  context: ({ input: { member, query } }) => ({
    member,
    project: query?.project ?? null,
    part: 'team',
  }),
  invoke: [
    { id: 'address', src: 'address' },
    {
      id: 'failedItems',
      src: 'failedItems',
      input: ({ context }) => ({
        query: failedQueryOf(context),
        filter: { queue: null },
        isLive: true,
      }),
    },
  ],
  initial: 'starting',
  on: {
    'settings.recalled': {
      target: '.deciding',
      actions: [
        { type: 'keepPart', params: ({ event }) => ({ part: event.part }) },
        'refreshFailedItems',
      ],
    },
    'query.change': [
      {
        guard: {
          type: 'isOfAnotherProject',
          params: ({ event }) => ({ query: event.query }),
        },
        target: '.deciding',
        actions: [
          { type: 'keepProject', params: ({ event }) => ({ query: event.query }) },
          'queryFailedItems',
        ],
      },
      {
        actions: [
          { type: 'keepProject', params: ({ event }) => ({ query: event.query }) },
          'queryFailedItems',
        ],
      },
    ],
    'member.change': [
      {
        guard: { type: 'isOfAnotherRole', params: ({ event }) => ({ member: event.member }) },
        target: '.deciding',
        actions: [
          { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
          'queryFailedItems',
        ],
      },
      {
        actions: [
          { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
          'queryFailedItems',
        ],
      },
    ],
  },
  states: {
    starting: {
      description: 'The address has not been read yet.',
      tags: 'busy',
      on: {
        'query.change': {
          actions: [
            { type: 'keepProject', params: ({ event }) => ({ query: event.query }) },
            'queryFailedItems',
          ],
        },
        'member.change': {
          actions: [
            { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
            'queryFailedItems',
          ],
        },
      },
    },
    deciding: {
      always: [
        { guard: 'hasNoProject', target: 'noProject' },
        { guard: 'isClosed', target: 'closed' },
        { guard: { type: 'isPart', params: { part: 'team' } }, target: 'team' },
        { guard: { type: 'isPart', params: { part: 'projects' } }, target: 'projects' },
        { guard: { type: 'isPart', params: { part: 'integrations' } }, target: 'integrations' },
        { guard: { type: 'isPart', params: { part: 'jobs' } }, target: 'jobs' },
        { guard: { type: 'isPart', params: { part: 'data' } }, target: 'data' },
        { guard: { type: 'isPart', params: { part: 'audit' } }, target: 'audit' },
        { guard: { type: 'isPart', params: { part: 'personal' } }, target: 'personal' },
        { guard: { type: 'isPart', params: { part: 'company' } }, target: 'company' },
        { guard: { type: 'isPart', params: { part: 'logo' } }, target: 'logo' },
        { target: 'billing' },
      ],
    },
    noProject: { description: 'A part of a project, for a user without projects.' },
    closed: { description: 'A part that the role in this project does not allow.' },
    team: {
      description: 'The members of a project.',
      invoke: {
        id: 'team',
        src: 'team',
        input: ({ context }) => ({ scope: ofProject(context).project }),
      },
    },
    projects: {
      description: 'Projects and their affiliates.',
      invoke: {
        id: 'projects',
        src: 'projects',
        input: ({ context }) => ({ scope: context.member.id }),
      },
    },
    integrations: {
      description: 'API tokens.',
      invoke: {
        id: 'tokens',
        src: 'tokens',
        input: ({ context }) => ({ scope: ofProject(context).project }),
      },
    },
    jobs: {
      description:
        'Work of the server: what is scheduled, and what was set aside because it failed.',
      on: { 'job.left': { actions: ['refreshScheduledJobs', 'refreshFailedItems'] } },
      invoke: [
        {
          id: 'scheduledJobs',
          src: 'scheduledJobs',
          input: ({ context }) => ({ scope: ofProject(context).project }),
        },
        { id: 'jobRun', src: 'jobRun', input: ({ self }) => ({ parent: self }) },
      ],
    },
    data: {
      description: 'The deletion of a project.',
      invoke: {
        id: 'projectDeletion',
        src: 'projectDeletion',
        input: ({ context }) => ofProject(context),
      },
    },
    audit: {
      description: 'The audit log.',
      invoke: [
        {
          id: 'auditLog',
          src: 'auditLog',
          input: ({ context }) => ({ query: ofProject(context), filter: { search: '' } }),
        },
        { id: 'verifyChain', src: 'verifyChain' },
        { id: 'saveAudit', src: 'saveAudit' },
      ],
    },
    personal: {
      description: 'The signed-in user.',
      invoke: [
        { id: 'profile', src: 'profile', input: ({ context }) => ({ subject: context.member.id }) },
        { id: 'picture', src: 'picture', input: ({ context }) => ({ subject: context.member.id }) },
        {
          id: 'password',
          src: 'password',
          input: ({ context }) => ({ subject: context.member.id }),
        },
        {
          id: 'sessions',
          src: 'sessions',
          input: ({ context }) => ({ scope: context.member.id }),
        },
      ],
    },
    company: {
      description: "The company's details.",
      invoke: {
        id: 'company',
        src: 'company',
        input: ({ context }) => ({ subject: ofProject(context).project }),
      },
    },
    logo: {
      description: "The company's logo.",
      invoke: {
        id: 'logo',
        src: 'logo',
        input: ({ context }) => ({ subject: ofProject(context).project }),
      },
    },
    billing: {
      description: "The project's billing.",
      invoke: { id: 'billing', src: 'billing', input: ({ context }) => ofProject(context) },
    },
  },
});

export type SettingsActor = ActorRefFrom<typeof settingsMachine>;
export type SettingsSnapshot = SnapshotFrom<typeof settingsMachine>;

/** The project that the parts of a project are about. */
export const projectOf = ({ member, project }: Owned): ProjectRef | undefined =>
  member.projects.find(({ id }) => id === project);

const roleIn = (owned: Owned): string | undefined => projectOf(owned)?.role;

/** The failed items of the project, for a role that may see them. */
const failedQueryOf = (owned: Owned): FailedQuery => ({
  project: isPartOpen(roleIn(owned), 'jobs') ? owned.project : null,
});

function ofProject({ project }: Context): { project: number } {
  if (project !== null) return { project };
  throw new Error('A part of a project was opened without one.');
}
