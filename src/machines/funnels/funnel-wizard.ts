import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import {
  type Definition,
  definitionSchema,
  funnelNameSchema,
} from '#contract/funnels/definition.ts';
import type {
  DetectedFunnel,
  EventCatalog,
  FunnelPreviewAnswer,
} from '#contract/funnels/discovery.ts';
import type { Funnel, FunnelTemplate } from '#contract/funnels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { slugSchema } from '#contract/slug.ts';
import { faultsIn } from '#model/funnel-definition.ts';
import { startIn, startParam } from '#model/funnel-list.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import {
  type CreatedFunnel,
  draftOfDetected,
  draftOfTemplate,
  emptyDraft,
  type StoredWizard,
  type WizardDraft,
  type WizardStep,
  withName,
} from '#model/funnel-wizard.ts';
import type { FunnelPlace, FunnelRecalledEvent } from '#model/funnels.ts';
import type { Query } from '#model/query.ts';
import { injected, injectedListener } from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import {
  type CreationEnding,
  type DraftStoredEvent,
  funnelCreationMachine,
} from './funnel-creation.ts';

/** Whether a slug is free, and one that is. */
type SlugAnswer = { free: boolean; suggestion: string; reason: string | null };

type Context = {
  member: Session;
  query: Query;
  place: FunnelPlace | null;
  suggestions: readonly DetectedFunnel[];
  catalog: EventCatalog | null;
  draft: WizardDraft;
  /** The step that a stored draft had reached. */
  resumed: WizardStep | null;
  slugAnswer: SlugAnswer | null;
  preview: FunnelPreviewAnswer | null;
  /** What the server has of the draft, once it was created. */
  created: CreatedFunnel | null;
  /** The created funnel as another member changed it, in `review.conflict`. */
  theirs: Funnel | null;
  problem: Problem | null;
  /** Why the created funnel could not be archived, in `notDiscarded`. */
  discardProblem: Problem | null;
};
type Event =
  | FunnelRecalledEvent
  | ScreenEvent
  | DraftStoredEvent
  | { type: 'template.choose'; template: FunnelTemplate }
  | { type: 'detection.choose' }
  | { type: 'suggestion.choose'; suggestion: DetectedFunnel }
  | { type: 'empty.choose' }
  | { type: 'draft.resume' }
  | { type: 'draft.discard' }
  | { type: 'draft.keep' }
  | { type: 'name.change'; name: string }
  | { type: 'slug.change'; slug: string }
  | { type: 'slug.take' }
  | { type: 'definition.change'; definition: Definition }
  | { type: 'catalog.retry' }
  | { type: 'preview.retry' }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'publish' }
  | { type: 'leave' }
  | { type: 'stay' };

/**
 * A new funnel, from the choice of its beginning to its publication. Each state is a step of the wizard.
 *
 * The browser keeps the draft from the first choice on, so that a reload, a failure or another screen loses nothing:
 * the wizard then offers to go on where its author was. Publishing creates the funnel first. The browser keeps which
 * one it is: trying again changes that funnel, and discarding the draft archives it. What the server refuses leads back
 * to the step that can change it.
 */
export const funnelWizardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    tags: 'busy' | 'failed';
    children: {
      address: 'address';
      recallDraft: 'recallDraft';
      suggestFunnels: 'suggestFunnels';
      checkSlug: 'checkSlug';
      readCatalog: 'readCatalog';
      previewFunnel: 'previewFunnel';
      creation: 'creation';
      archiveCreated: 'archiveCreated';
    };
  },
  actors: {
    address: injectedListener<FunnelRecalledEvent>('address'),
    recallDraft: injected<StoredWizard | null, { project: number }>('recallDraft'),
    suggestFunnels: injected<DetectedFunnel[], { project: number }>('suggestFunnels'),
    checkSlug: injected<SlugAnswer, { project: number; slug: string }>('checkSlug'),
    readCatalog: injected<EventCatalog, { project: number }>('readCatalog'),
    previewFunnel: injected<FunnelPreviewAnswer, { project: number; definition: Definition }>(
      'previewFunnel',
    ),
    creation: funnelCreationMachine,
    archiveCreated: injected<void, { funnel: FunnelScope & CreatedFunnel }>('archiveCreated'),
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepPlace: assign({ place: (_, params: { place: FunnelPlace }) => params.place }),
    startOver: assign(({ context: { query, member, place } }) => startOf({ query, member, place })),
    keepStored: assign({
      draft: ({ context }, { stored }: { stored: StoredWizard | null }) =>
        stored?.draft ?? context.draft,
      resumed: (_, params) => params.stored?.at ?? null,
      created: (_, params) => params.stored?.created ?? null,
    }),
    keepSuggestions: assign({
      suggestions: (_, params: { suggestions: readonly DetectedFunnel[] }) => params.suggestions,
    }),
    takeTemplate: assign({
      draft: (_, { template }: { template: FunnelTemplate }) => draftOfTemplate(template),
    }),
    takeNamedTemplate: assign({
      draft: ({ context }) => {
        const start = startOfPlace(context);
        return start?.kind === 'template' ? draftOfTemplate(start.template) : context.draft;
      },
    }),
    takeSuggestion: assign({
      draft: (_, { suggestion }: { suggestion: DetectedFunnel }) => draftOfDetected(suggestion),
    }),
    takeEmpty: assign({ draft: () => emptyDraft() }),
    keepName: assign({
      draft: ({ context }, params: { name: string }) => withName(context.draft, params.name),
      slugAnswer: null,
    }),
    keepSlug: assign({
      draft: ({ context }, { slug }: { slug: string }) => ({
        ...context.draft,
        slug,
        hasOwnSlug: true,
      }),
      slugAnswer: null,
    }),
    keepSlugAnswer: assign({
      slugAnswer: (_, params: { answer: SlugAnswer }) => params.answer,
    }),
    takeFreeSlug: assign({
      draft: ({ context }, { answer }: { answer: SlugAnswer }) => ({
        ...context.draft,
        slug: answer.suggestion,
      }),
      slugAnswer: null,
    }),
    keepDefinition: assign({
      draft: ({ context }, { definition }: { definition: Definition }) => ({
        ...context.draft,
        definition,
      }),
      problem: null,
    }),
    keepCatalog: assign({ catalog: (_, params: { catalog: EventCatalog }) => params.catalog }),
    keepPreview: assign({
      preview: (_, params: { preview: FunnelPreviewAnswer }) => params.preview,
    }),
    forgetPreview: assign({ preview: null }),
    keepCreated: assign({
      created: (_, params: { created: CreatedFunnel | null }) => params.created,
    }),
    keepEnding: assign({
      problem: (_, { ending }: { ending: CreationEnding }) => problemIn(ending),
      theirs: (_, { ending }) => ('theirs' in ending ? ending.theirs : null),
    }),
    keepProblem: assign({
      problem: (_, params: { error: unknown }) => problemFrom(params.error),
    }),
    clearProblem: assign({ problem: null }),
    keepDiscardProblem: assign({
      discardProblem: (_, params: { error: unknown }) => problemFrom(params.error),
    }),
    rememberDraft: (_, _params: { at: WizardStep }) => {},
    forgetDraft: () => {},
    showDashboard: (_, _params: { slug: string }) => {},
    showList: () => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
    isStored: (_, params: { stored: StoredWizard | null }) => params.stored !== null,
    startsByDetection: ({ context }) => startOfPlace(context)?.kind === 'detect',
    startsByTemplate: ({ context }) => startOfPlace(context)?.kind === 'template',
    isAtSteps: ({ context }) => context.resumed === 'steps',
    isAtSettings: ({ context }) => context.resumed === 'settings',
    isAtReview: ({ context }) => context.resumed === 'review',
    suggestsSome: (_, params: { suggestions: readonly DetectedFunnel[] }) =>
      params.suggestions.length > 0,
    isNamed: ({ context: { draft } }) =>
      funnelNameSchema.safeParse(draft.name).success && slugSchema.safeParse(draft.slug).success,
    hasSlug: ({ context }) => slugSchema.safeParse(context.draft.slug).success,
    isFree: (_, { answer }: { answer: SlugAnswer }) => answer.free,
    hasCatalog: ({ context }) => context.catalog !== null,
    hasCountedSteps: ({ context: { draft } }) =>
      draft.definition.steps.length > 0 && definitionSchema.safeParse(draft.definition).success,
    isFaultless: ({ context }) => Object.keys(faultsIn(context.draft.definition)).length === 0,
    isCreated: ({ context }) => context.created !== null,
    isNamedAsCreated: ({ context: { created, draft } }) => created?.slug === draft.slug,
    isOursNoMore: (_, params: { error: unknown }) =>
      ['missing', 'conflict'].includes(problemFrom(params.error).kind),
    isPublished: (_, params: { ending: CreationEnding }) => 'published' in params.ending,
    isRefusedName: (_, params: { ending: CreationEnding }) =>
      refuses(params.ending, /^(name|slug)$/),
    isRefusedStep: (_, params: { ending: CreationEnding }) =>
      refuses(params.ending, /^(steps|exclusions)(\.|$)/),
    isRefusedSetting: (_, params: { ending: CreationEnding }) =>
      refuses(params.ending, /^(count_by|window_minutes)$/),
    isConflict: (_, { ending }: { ending: CreationEnding }) =>
      'theirs' in ending && ending.theirs !== null,
  },
  delays: { typedAfter: 400 },
}).createMachine({
  id: 'funnelWizard',
  description: 'A new funnel, from the choice of its beginning to its publication.',
  context: ({ input }) => startOf({ ...input, place: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'open',
  on: {
    'address.recalled': {
      actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
    },
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
    'query.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
        target: '.open',
        reenter: true,
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'startOver',
        ],
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
  },
  states: {
    open: {
      initial: 'recalling',
      states: {
        before: {
          type: 'history',
          history: 'deep',
          description: 'Where the wizard was before it asked whether to leave.',
        },
        recalling: {
          description: 'Whether an unfinished funnel is here is not known yet.',
          tags: 'busy',
          invoke: {
            id: 'recallDraft',
            src: 'recallDraft',
            input: ({ context }) => ({ project: context.query.project }),
            onDone: [
              {
                guard: { type: 'isStored', params: ({ event }) => ({ stored: event.output }) },
                target: 'resuming',
                actions: { type: 'keepStored', params: ({ event }) => ({ stored: event.output }) },
              },
              { target: 'deciding' },
            ],
            onError: 'deciding',
          },
        },
        resuming: {
          description: 'An unfinished funnel is here: its author can go on or start over.',
          initial: 'fresh',
          on: {
            'draft.resume': [
              { guard: 'isAtSteps', target: 'steps' },
              { guard: 'isAtSettings', target: 'settings' },
              { guard: 'isAtReview', target: 'review' },
              { target: 'naming' },
            ],
            'draft.discard': [
              { guard: 'isCreated', target: 'discarding' },
              { target: 'deciding', actions: ['startOver', 'forgetDraft'] },
            ],
            leave: '#funnelWizard.left',
          },
          states: {
            fresh: { description: 'The author has not chosen yet.' },
            notDiscarded: {
              description: 'The funnel that was already created could not be archived.',
              tags: 'failed',
            },
          },
        },
        discarding: {
          description: 'The funnel that was already created is being archived.',
          tags: 'busy',
          invoke: {
            id: 'archiveCreated',
            src: 'archiveCreated',
            input: ({ context }) => ({ funnel: createdOf(context) }),
            onDone: { target: 'deciding', actions: ['startOver', 'forgetDraft'] },
            onError: [
              {
                guard: { type: 'isOursNoMore', params: ({ event }) => ({ error: event.error }) },
                target: 'deciding',
                actions: ['startOver', 'forgetDraft'],
              },
              {
                target: 'resuming.notDiscarded',
                actions: {
                  type: 'keepDiscardProblem',
                  params: ({ event }) => ({ error: event.error }),
                },
              },
            ],
          },
        },
        deciding: {
          always: [
            { guard: 'startsByDetection', target: 'detecting' },
            { guard: 'startsByTemplate', target: 'naming', actions: 'takeNamedTemplate' },
            { target: 'choosing' },
          ],
        },
        choosing: {
          description: 'A template, what the events suggest, or nothing.',
          initial: 'fresh',
          on: {
            'template.choose': {
              target: 'naming',
              actions: {
                type: 'takeTemplate',
                params: ({ event }) => ({ template: event.template }),
              },
            },
            'detection.choose': 'detecting',
            'empty.choose': { target: 'naming', actions: 'takeEmpty' },
            leave: '#funnelWizard.left',
          },
          states: {
            fresh: { description: 'Nothing has been tried yet.' },
            nothingFound: { description: 'The recorded events suggest no funnel.' },
            undetected: {
              description: 'The recorded events could not be read.',
              tags: 'failed',
            },
          },
        },
        detecting: {
          description: 'Funnels are being looked for in the recorded events.',
          tags: 'busy',
          entry: 'clearProblem',
          on: { back: 'choosing', leave: '#funnelWizard.left' },
          invoke: {
            id: 'suggestFunnels',
            src: 'suggestFunnels',
            input: ({ context }) => ({ project: context.query.project }),
            onDone: [
              {
                guard: {
                  type: 'suggestsSome',
                  params: ({ event }) => ({ suggestions: event.output }),
                },
                target: 'suggested',
                actions: {
                  type: 'keepSuggestions',
                  params: ({ event }) => ({ suggestions: event.output }),
                },
              },
              { target: 'choosing.nothingFound' },
            ],
            onError: {
              target: 'choosing.undetected',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        suggested: {
          description: 'The funnels that the recorded events suggest.',
          on: {
            'suggestion.choose': {
              target: 'naming',
              actions: {
                type: 'takeSuggestion',
                params: ({ event }) => ({ suggestion: event.suggestion }),
              },
            },
            back: 'choosing',
            leave: '#funnelWizard.left',
          },
        },
        naming: {
          description: 'The name of the funnel, and its short name in addresses.',
          entry: { type: 'rememberDraft', params: { at: 'naming' } },
          initial: 'waiting',
          on: {
            'name.change': {
              target: '.waiting',
              reenter: true,
              actions: { type: 'keepName', params: ({ event }) => ({ name: event.name }) },
            },
            'slug.change': {
              target: '.waiting',
              reenter: true,
              actions: { type: 'keepSlug', params: ({ event }) => ({ slug: event.slug }) },
            },
            back: 'choosing',
            leave: '#funnelWizard.leaving',
          },
          states: {
            waiting: {
              description: 'Somebody is writing.',
              after: {
                typedAfter: [{ guard: 'hasSlug', target: 'checking' }, { target: 'unnamed' }],
              },
              on: { next: { guard: 'isNamed', target: 'confirming' } },
            },
            unnamed: { description: 'There is no short name that could be checked.' },
            checking: {
              description: 'Whether the short name is free is being asked.',
              always: { guard: 'isNamedAsCreated', target: 'free' },
              invoke: {
                id: 'checkSlug',
                src: 'checkSlug',
                input: ({ context: { query, draft } }) => ({
                  project: query.project,
                  slug: draft.slug,
                }),
                onDone: [
                  {
                    guard: { type: 'isFree', params: ({ event }) => ({ answer: event.output }) },
                    target: 'free',
                  },
                  {
                    target: 'taken',
                    actions: {
                      type: 'keepSlugAnswer',
                      params: ({ event }) => ({ answer: event.output }),
                    },
                  },
                ],
                onError: 'unchecked',
              },
              on: { next: { guard: 'isNamed', target: 'confirming' } },
            },
            confirming: {
              description: 'The wizard goes on as soon as the short name is known to be free.',
              tags: 'busy',
              always: { guard: 'isNamedAsCreated', target: '#funnelWizard.open.steps' },
              invoke: {
                id: 'checkSlug',
                src: 'checkSlug',
                input: ({ context: { query, draft } }) => ({
                  project: query.project,
                  slug: draft.slug,
                }),
                onDone: [
                  {
                    guard: { type: 'isFree', params: ({ event }) => ({ answer: event.output }) },
                    target: '#funnelWizard.open.steps',
                  },
                  {
                    target: 'taken',
                    actions: {
                      type: 'keepSlugAnswer',
                      params: ({ event }) => ({ answer: event.output }),
                    },
                  },
                ],
                onError: '#funnelWizard.open.steps',
              },
            },
            free: {
              description: 'The short name is free, or the created funnel has it.',
              on: { next: { guard: 'isNamed', target: '#funnelWizard.open.steps' } },
            },
            taken: {
              description: 'The short name is not free; going on takes the one that is suggested.',
              tags: 'failed',
              on: {
                'slug.take': {
                  target: 'free',
                  actions: {
                    type: 'takeFreeSlug',
                    params: ({ context }) => ({ answer: answerOf(context) }),
                  },
                },
                next: {
                  guard: 'isNamed',
                  target: '#funnelWizard.open.steps',
                  actions: {
                    type: 'takeFreeSlug',
                    params: ({ context }) => ({ answer: answerOf(context) }),
                  },
                },
              },
            },
            unchecked: {
              description:
                'The server did not say whether the short name is free; it will when the funnel is created.',
              on: { next: { guard: 'isNamed', target: '#funnelWizard.open.steps' } },
            },
            refused: {
              description: 'The server refused the name or the short name.',
              tags: 'failed',
            },
          },
        },
        steps: {
          description: 'What the steps count, with what that would have been lately.',
          entry: { type: 'rememberDraft', params: { at: 'steps' } },
          initial: 'opening',
          on: {
            'definition.change': {
              target: '.editing',
              actions: [
                {
                  type: 'keepDefinition',
                  params: ({ event }) => ({ definition: event.definition }),
                },
                { type: 'rememberDraft', params: { at: 'steps' } },
              ],
            },
            'catalog.retry': '.opening',
            next: { guard: 'isFaultless', target: 'settings' },
            back: 'naming',
            leave: '#funnelWizard.leaving',
          },
          states: {
            opening: {
              description: 'The recorded events are being read, unless they are known.',
              tags: 'busy',
              always: { guard: 'hasCatalog', target: 'editing' },
              on: {
                'definition.change': {
                  actions: [
                    {
                      type: 'keepDefinition',
                      params: ({ event }) => ({ definition: event.definition }),
                    },
                    { type: 'rememberDraft', params: { at: 'steps' } },
                  ],
                },
              },
              invoke: {
                id: 'readCatalog',
                src: 'readCatalog',
                input: ({ context }) => ({ project: context.query.project }),
                onDone: {
                  target: 'editing',
                  actions: {
                    type: 'keepCatalog',
                    params: ({ event }) => ({ catalog: event.output }),
                  },
                },
                onError: 'editing',
              },
            },
            editing: {
              description: 'The steps have changed; they are counted again after a pause.',
              after: {
                typedAfter: [
                  { guard: 'hasCountedSteps', target: 'counting' },
                  { target: 'uncounted', actions: 'forgetPreview' },
                ],
              },
            },
            uncounted: {
              description: 'The steps have faults, so they cannot be counted.',
            },
            counting: {
              description: 'What the steps would have counted is being read.',
              invoke: {
                id: 'previewFunnel',
                src: 'previewFunnel',
                input: ({ context: { query, draft } }) => ({
                  project: query.project,
                  definition: draft.definition,
                }),
                onDone: {
                  target: 'counted',
                  actions: {
                    type: 'keepPreview',
                    params: ({ event }) => ({ preview: event.output }),
                  },
                },
                onError: {
                  target: 'notCounted',
                  actions: {
                    type: 'keepProblem',
                    params: ({ event }) => ({ error: event.error }),
                  },
                },
              },
            },
            counted: {
              description: 'The counts are those of the steps on screen.',
            },
            notCounted: {
              description: 'The steps could not be counted; the wizard can go on.',
              tags: 'failed',
              on: { 'preview.retry': 'counting' },
            },
            refused: {
              description: 'The server refused a step; the reason is at its field.',
              tags: 'failed',
            },
          },
        },
        settings: {
          description: 'By what people are counted, and how long they have.',
          entry: { type: 'rememberDraft', params: { at: 'settings' } },
          initial: 'editing',
          on: {
            'definition.change': {
              target: '.editing',
              actions: [
                {
                  type: 'keepDefinition',
                  params: ({ event }) => ({ definition: event.definition }),
                },
                { type: 'rememberDraft', params: { at: 'settings' } },
              ],
            },
            next: { guard: 'isFaultless', target: 'review' },
            back: 'steps',
            leave: '#funnelWizard.leaving',
          },
          states: {
            editing: { description: 'The settings can be changed.' },
            refused: {
              description: 'The server refused a setting; the reason is at its field.',
              tags: 'failed',
            },
          },
        },
        review: {
          description: 'What will be published, with what it would have counted lately.',
          entry: { type: 'rememberDraft', params: { at: 'review' } },
          initial: 'counting',
          on: {
            publish: 'publishing',
            back: 'settings',
            leave: '#funnelWizard.leaving',
          },
          states: {
            counting: {
              description: 'The counts of the funnel are being read.',
              tags: 'busy',
              invoke: {
                id: 'previewFunnel',
                src: 'previewFunnel',
                input: ({ context: { query, draft } }) => ({
                  project: query.project,
                  definition: draft.definition,
                }),
                onDone: {
                  target: 'counted',
                  actions: {
                    type: 'keepPreview',
                    params: ({ event }) => ({ preview: event.output }),
                  },
                },
                onError: {
                  target: 'notCounted',
                  actions: [
                    'forgetPreview',
                    { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                  ],
                },
              },
            },
            counted: { description: 'The counts are on screen.' },
            notCounted: {
              description: 'The funnel could not be counted; it can be published all the same.',
              tags: 'failed',
              on: { 'preview.retry': 'counting' },
            },
            refused: {
              description: 'The funnel was not published; the reason is on screen.',
              tags: 'failed',
            },
            conflict: {
              description:
                'The stored funnel was changed elsewhere; publishing replaces that version.',
              tags: 'failed',
            },
          },
        },
        publishing: {
          description: 'The funnel is being created and published.',
          tags: 'busy',
          entry: 'clearProblem',
          on: {
            'draft.stored': {
              actions: [
                { type: 'keepCreated', params: ({ event }) => ({ created: event.created }) },
                { type: 'rememberDraft', params: { at: 'review' } },
              ],
            },
          },
          invoke: {
            id: 'creation',
            src: 'creation',
            input: ({ context: { query, draft, created }, self }) => ({
              project: query.project,
              draft,
              created,
              parent: self,
            }),
            onDone: [
              {
                guard: { type: 'isPublished', params: ({ event }) => ({ ending: event.output }) },
                target: '#funnelWizard.done',
                actions: [
                  'forgetDraft',
                  {
                    type: 'showDashboard',
                    params: ({ event }) => ({ slug: publishedIn(event.output).slug }),
                  },
                ],
              },
              {
                guard: { type: 'isRefusedName', params: ({ event }) => ({ ending: event.output }) },
                target: 'naming.refused',
                actions: { type: 'keepEnding', params: ({ event }) => ({ ending: event.output }) },
              },
              {
                guard: { type: 'isRefusedStep', params: ({ event }) => ({ ending: event.output }) },
                target: 'steps.refused',
                actions: { type: 'keepEnding', params: ({ event }) => ({ ending: event.output }) },
              },
              {
                guard: {
                  type: 'isRefusedSetting',
                  params: ({ event }) => ({ ending: event.output }),
                },
                target: 'settings.refused',
                actions: { type: 'keepEnding', params: ({ event }) => ({ ending: event.output }) },
              },
              {
                guard: { type: 'isConflict', params: ({ event }) => ({ ending: event.output }) },
                target: 'review.conflict',
                actions: { type: 'keepEnding', params: ({ event }) => ({ ending: event.output }) },
              },
              {
                target: 'review.refused',
                actions: { type: 'keepEnding', params: ({ event }) => ({ ending: event.output }) },
              },
            ],
          },
        },
      },
    },
    leaving: {
      description: 'The wizard asks whether to keep the unfinished funnel.',
      initial: 'asking',
      on: {
        stay: 'open.before',
        'draft.keep': 'left',
        'draft.discard': [
          { guard: 'isCreated', target: 'discardingToLeave' },
          { target: 'left', actions: 'forgetDraft' },
        ],
      },
      states: {
        asking: { description: 'The author has not chosen yet.' },
        notDiscarded: {
          description: 'The funnel that was already created could not be archived.',
          tags: 'failed',
        },
      },
    },
    discardingToLeave: {
      description:
        'The funnel that was already created is being archived before the wizard closes.',
      tags: 'busy',
      invoke: {
        id: 'archiveCreated',
        src: 'archiveCreated',
        input: ({ context }) => ({ funnel: createdOf(context) }),
        onDone: { target: 'left', actions: 'forgetDraft' },
        onError: [
          {
            guard: { type: 'isOursNoMore', params: ({ event }) => ({ error: event.error }) },
            target: 'left',
            actions: 'forgetDraft',
          },
          {
            target: 'leaving.notDiscarded',
            actions: {
              type: 'keepDiscardProblem',
              params: ({ event }) => ({ error: event.error }),
            },
          },
        ],
      },
    },
    left: { description: 'The list of funnels is being opened.', entry: 'showList' },
    done: { description: 'The funnel is published; its dashboard is being opened.' },
  },
});

export type FunnelWizardActor = ActorRefFrom<typeof funnelWizardMachine>;
export type FunnelWizardSnapshot = SnapshotFrom<typeof funnelWizardMachine>;

const startOf = ({
  query,
  member,
  place,
}: Pick<Context, 'query' | 'member' | 'place'>): Context => ({
  query,
  member,
  place,
  suggestions: [],
  catalog: null,
  draft: emptyDraft(),
  resumed: null,
  slugAnswer: null,
  preview: null,
  created: null,
  theirs: null,
  problem: null,
  discardProblem: null,
});

const startOfPlace = ({ place }: Context) => startIn(place?.params[startParam]);

const problemIn = (ending: CreationEnding): Problem | null =>
  'problem' in ending ? ending.problem : null;

/** Whether the server refused a field. */
const refuses = (ending: CreationEnding, field: RegExp): boolean =>
  Object.keys(problemIn(ending)?.fields ?? {}).some((name) => field.test(name));

function publishedIn(ending: CreationEnding): Funnel {
  if ('published' in ending) return ending.published;
  throw new Error('A funnel was shown that was not published.');
}

function answerOf({ slugAnswer }: Context): SlugAnswer {
  if (slugAnswer) return slugAnswer;
  throw new Error('A suggested short name was taken before there was one.');
}

function createdOf({ created, query }: Context): FunnelScope & CreatedFunnel {
  if (created) return { project: query.project, ...created };
  throw new Error('A funnel was archived before it was created.');
}
