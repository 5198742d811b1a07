import { expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Definition } from '#contract/funnels/definition.ts';
import type {
  DetectedFunnel,
  EventCatalog,
  FunnelPreviewAnswer,
} from '#contract/funnels/discovery.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { funnelCreationMachine } from '#machines/funnels/funnel-creation.ts';
import { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import type { CreatedFunnel, StoredWizard, WizardDraft } from '#model/funnel-wizard.ts';
import type { FunnelRecalledEvent } from '#model/funnels.ts';
import {
  catalog,
  definition,
  detected,
  funnel,
  listPlace,
  newDraft,
  preview,
} from '../../support/funnels.ts';
import { member, offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type OfProject = { project: number };

/** The wizard with the draft that the browser has stored, opened from an address. */
function open(from = '', stored: StoredWizard | null = null) {
  const requests = {
    recallDraft: scriptedRequest<StoredWizard | null, OfProject>(),
    suggestFunnels: scriptedRequest<DetectedFunnel[], OfProject>(),
    checkSlug: scriptedRequest<
      { free: boolean; suggestion: string; reason: string | null },
      OfProject & { slug: string }
    >(),
    readCatalog: scriptedRequest<EventCatalog, OfProject>(),
    previewFunnel: scriptedRequest<FunnelPreviewAnswer, OfProject & { definition: Definition }>(),
    saveFunnel: scriptedRequest<
      Funnel,
      OfProject & { draft: WizardDraft; created: CreatedFunnel | null }
    >(),
    publishFunnel: scriptedRequest<Funnel, { funnel: FunnelScope & CreatedFunnel }>(),
    readFunnel: scriptedRequest<Funnel, { scope: FunnelScope }>(),
    archiveCreated: scriptedRequest<void, { funnel: FunnelScope & CreatedFunnel }>(),
  };
  const told: string[] = [];
  const memory: { stored: StoredWizard | null } = { stored };
  const clock = new SimulatedClock();
  const actor = createActor(
    funnelWizardMachine.provide({
      actors: {
        address: fromCallback<AnyEventObject, undefined, FunnelRecalledEvent>(({ sendBack }) =>
          sendBack({
            type: 'address.recalled',
            place: { ...listPlace, params: from === '' ? {} : { from } },
          }),
        ),
        recallDraft: requests.recallDraft.logic,
        suggestFunnels: requests.suggestFunnels.logic,
        checkSlug: requests.checkSlug.logic,
        readCatalog: requests.readCatalog.logic,
        previewFunnel: requests.previewFunnel.logic,
        creation: funnelCreationMachine.provide({
          actors: {
            saveFunnel: requests.saveFunnel.logic,
            publishFunnel: requests.publishFunnel.logic,
            readFunnel: requests.readFunnel.logic,
          },
        }),
        archiveCreated: requests.archiveCreated.logic,
      },
      actions: {
        rememberDraft: ({ context: { draft, created } }, { at }) => {
          memory.stored = { draft, at, created };
        },
        forgetDraft: () => {
          memory.stored = null;
        },
        showDashboard: (_, { slug }) => void told.push(`dashboard of ${slug}`),
        showList: () => void told.push('list'),
      },
    }),
    { input: { query, member }, clock },
  ).start();
  requests.recallDraft.answer({ output: stored });
  const is = (value: unknown) =>
    expect.poll(() => actor.getSnapshot().matches(value as never)).toBe(true);
  /** Waits for a state of the creation. */
  const isAt = (value: 'saving' | 'publishing' | 'comparing') =>
    expect.poll(() => actor.getSnapshot().children.creation?.getSnapshot().value).toBe(value);
  return { actor, clock, memory, told, is, isAt, ...requests };
}

const free = { free: true, suggestion: 'main-offer', reason: null };
const taken = { free: false, suggestion: 'main-offer-2', reason: 'Another funnel has this name.' };

it('publishes a detected funnel without a word being typed', async () => {
  const wizard = open('detect');
  const { actor, is, isAt, memory, told } = wizard;
  await is({ open: 'detecting' });
  wizard.suggestFunnels.answer({ output: [detected] });
  await is({ open: 'suggested' });
  actor.send({ type: 'suggestion.choose', suggestion: detected });
  actor.send({ type: 'next' });
  wizard.checkSlug.answer({ output: free });
  await is({ open: 'steps' });
  wizard.readCatalog.answer({ output: catalog });
  await is({ open: { steps: 'editing' } });
  wizard.clock.increment(400);
  wizard.previewFunnel.answer({ output: preview });
  await is({ open: { steps: 'counted' } });
  actor.send({ type: 'next' });
  actor.send({ type: 'next' });
  await is({ open: 'review' });
  expect(memory.stored?.at).toBe('review');
  actor.send({ type: 'publish' });
  wizard.saveFunnel.answer({ output: funnel });
  await isAt('publishing');
  wizard.publishFunnel.answer({ output: funnel });
  await is('done');
  expect(wizard.saveFunnel.calls).toEqual([
    {
      project: 7,
      draft: {
        name: detected.name,
        slug: 'landing-offer-to-purchase',
        hasOwnSlug: false,
        definition,
      },
      created: null,
    },
  ]);
  expect(told).toEqual(['dashboard of main']);
  expect(memory.stored).toBeNull();
});

it('changes the funnel that it created when publishing is tried again', async () => {
  const wizard = open('', { draft: newDraft, at: 'review', created: null });
  const { actor, is, isAt } = wizard;
  await is({ open: 'resuming' });
  actor.send({ type: 'draft.resume' });
  actor.send({ type: 'publish' });
  wizard.saveFunnel.answer({ output: funnel });
  await isAt('publishing');
  wizard.publishFunnel.answer({ error: offline });
  await is({ open: { review: 'refused' } });
  expect(actor.getSnapshot().context.problem).toEqual(offline);
  const created = { slug: funnel.slug, version: funnel.version };
  expect(wizard.memory.stored).toEqual({ draft: newDraft, at: 'review', created });
  actor.send({ type: 'publish' });
  expect(wizard.saveFunnel.calls.map((call) => call.created)).toEqual([null, created]);
});

it('keeps the draft when somebody else changed the stored funnel, and replaces theirs when told to', async () => {
  const wizard = open('', { draft: newDraft, at: 'review', created: null });
  const { actor, is, isAt, memory } = wizard;
  await is({ open: 'resuming' });
  actor.send({ type: 'draft.resume' });
  actor.send({ type: 'publish' });
  wizard.saveFunnel.answer({ output: funnel });
  await isAt('publishing');
  wizard.publishFunnel.answer({ error: { kind: 'conflict', message: 'Someone else changed it.' } });
  await isAt('comparing');
  const theirs = { ...funnel, version: funnel.version + 1, name: 'Their offer' };
  wizard.readFunnel.answer({ output: theirs });
  await is({ open: { review: 'conflict' } });
  expect(actor.getSnapshot().context.draft).toEqual(newDraft);
  expect(memory.stored?.draft).toEqual(newDraft);
  actor.send({ type: 'publish' });
  await isAt('saving');
  expect(wizard.saveFunnel.calls.at(-1)).toEqual({
    project: 7,
    created: { slug: theirs.slug, version: theirs.version },
    draft: newDraft,
  });
});

/** The wizard after a reload between the creation of its funnel and the publication. */
async function reopened(at: StoredWizard['at'] = 'review') {
  const created = { slug: newDraft.slug, version: 1 };
  const wizard = open('', { draft: newDraft, at, created });
  await wizard.is({ open: 'resuming' });
  return { ...wizard, created };
}

it('goes on with the funnel that it created before a reload', async () => {
  const { actor, isAt, memory, created, ...wizard } = await reopened();
  actor.send({ type: 'draft.resume' });
  actor.send({ type: 'publish' });
  expect(wizard.saveFunnel.calls).toEqual([{ project: 7, draft: newDraft, created }]);
  wizard.saveFunnel.answer({ output: { ...funnel, version: 2 } });
  await isAt('publishing');
  expect(memory.stored?.created).toEqual({ slug: funnel.slug, version: 2 });
  expect(wizard.publishFunnel.calls).toEqual([
    { funnel: { project: 7, slug: funnel.slug, version: 2 } },
  ]);
});

it('does not ask whether the short name of its own funnel is free', async () => {
  const { actor, is, clock, checkSlug } = await reopened('naming');
  actor.send({ type: 'draft.resume' });
  clock.increment(400);
  await is({ open: { naming: 'free' } });
  actor.send({ type: 'name.change', name: newDraft.name });
  actor.send({ type: 'next' });
  await is({ open: 'steps' });
  expect(checkSlug.calls).toEqual([]);
});

it('creates the funnel anew when the one that it created is gone', async () => {
  const { actor, isAt, saveFunnel } = await reopened();
  actor.send({ type: 'draft.resume' });
  actor.send({ type: 'publish' });
  saveFunnel.answer({ error: { kind: 'missing', message: 'There is no such funnel.' } });
  await expect.poll(() => saveFunnel.calls.length).toBe(2);
  expect(saveFunnel.calls[1]).toMatchObject({ created: null });
  saveFunnel.answer({ output: funnel });
  await isAt('publishing');
});

it('archives the funnel that it created when its author discards the draft', async () => {
  const { actor, is, memory, created, archiveCreated } = await reopened();
  actor.send({ type: 'draft.discard' });
  expect(archiveCreated.calls).toEqual([{ funnel: { project: 7, ...created } }]);
  archiveCreated.answer({ error: offline });
  await is({ open: { resuming: 'notDiscarded' } });
  expect(actor.getSnapshot().context.discardProblem).toEqual(offline);
  expect(memory.stored?.created).toEqual(created);
  actor.send({ type: 'draft.discard' });
  archiveCreated.answer({ output: undefined });
  await is({ open: 'choosing' });
  expect([memory.stored, actor.getSnapshot().context.created]).toEqual([null, null]);
});

it('archives it before it leaves, and leaves alone what somebody else has changed since', async () => {
  const { actor, is, memory, told, archiveCreated } = await reopened();
  actor.send({ type: 'draft.resume' });
  actor.send({ type: 'leave' });
  actor.send({ type: 'draft.discard' });
  archiveCreated.answer({ error: offline });
  await is({ leaving: 'notDiscarded' });
  expect([told, memory.stored?.draft]).toEqual([[], newDraft]);
  actor.send({ type: 'draft.discard' });
  archiveCreated.answer({ error: { kind: 'conflict', message: 'Someone else changed it.' } });
  await is('left');
  expect([told, memory.stored]).toEqual([['list'], null]);
});

it('reads the recorded events also when a step is changed meanwhile', async () => {
  const { actor, is, clock, ...wizard } = open('', {
    draft: newDraft,
    at: 'steps',
    created: null,
  });
  await is({ open: 'resuming' });
  actor.send({ type: 'draft.resume' });
  await is({ open: { steps: 'opening' } });
  actor.send({ type: 'definition.change', definition: { ...definition, window_minutes: 60 } });
  wizard.readCatalog.answer({ output: catalog });
  await expect.poll(() => actor.getSnapshot().context.catalog).toEqual(catalog);
  expect(wizard.readCatalog.calls).toHaveLength(1);
  clock.increment(400);
  expect(wizard.previewFunnel.calls).toMatchObject([{ definition: { window_minutes: 60 } }]);
});

it('suggests a free short name, which going on takes', async () => {
  const wizard = open();
  const { actor, is } = wizard;
  await is({ open: 'choosing' });
  actor.send({ type: 'empty.choose' });
  actor.send({ type: 'name.change', name: 'Main offer' });
  wizard.clock.increment(400);
  wizard.checkSlug.answer({ output: taken });
  await is({ open: { naming: 'taken' } });
  expect(actor.getSnapshot().context.draft.slug).toBe('main-offer');
  actor.send({ type: 'slug.take' });
  await is({ open: { naming: 'free' } });
  expect(actor.getSnapshot().context.draft.slug).toBe('main-offer-2');

  actor.send({ type: 'slug.change', slug: 'main-offer' });
  actor.send({ type: 'next' });
  wizard.checkSlug.answer({ output: taken });
  await is({ open: { naming: 'taken' } });
  actor.send({ type: 'next' });
  await is({ open: 'steps' });
  expect(actor.getSnapshot().context.draft.slug).toBe('main-offer-2');
});

it('goes back to the field that the server refused, with everything that was entered', async () => {
  const wizard = open('', { draft: newDraft, at: 'review', created: null });
  const { actor, is } = wizard;
  await is({ open: 'resuming' });
  actor.send({ type: 'draft.resume' });
  const fields = {
    slug: { naming: 'refused' },
    'steps.1.matcher.any.0.filters.0.value': { steps: 'refused' },
    'exclusions.0.to_step': { steps: 'refused' },
    count_by: { settings: 'refused' },
    project: { review: 'refused' },
  };
  for (const [field, value] of Object.entries(fields)) {
    while (!actor.getSnapshot().can({ type: 'publish' })) {
      if (actor.getSnapshot().matches({ open: 'naming' }))
        actor.send({ type: 'name.change', name: newDraft.name });
      actor.send({ type: 'next' });
      if (actor.getSnapshot().matches({ open: { naming: 'confirming' } })) {
        wizard.checkSlug.answer({ output: free });
        await is({ open: 'steps' });
      }
      if (actor.getSnapshot().matches({ open: { steps: 'refused' } })) throw new Error('Stuck.');
    }
    actor.send({ type: 'publish' });
    const problem = { kind: 'invalid' as const, message: 'No.', fields: { [field]: ['No.'] } };
    wizard.saveFunnel.answer({ error: problem });
    await is({ open: value });
    expect(actor.getSnapshot().context).toMatchObject({ problem, draft: newDraft });
  }
});

it('does not go on with steps that cannot be published', async () => {
  const wizard = open('', { draft: newDraft, at: 'steps', created: null });
  const { actor, is } = wizard;
  await is({ open: 'resuming' });
  actor.send({ type: 'draft.resume' });
  const [first] = definition.steps;
  const alone = { ...definition, steps: first ? [first] : [] };
  actor.send({ type: 'definition.change', definition: alone });
  expect(actor.getSnapshot().can({ type: 'next' })).toBe(false);
  expect(wizard.memory.stored?.draft.definition).toEqual(alone);
});

it('keeps the funnel when its author leaves, and discards it only when told to', async () => {
  const wizard = open('quiz');
  const { actor, is, memory, told } = wizard;
  await is({ open: 'naming' });
  expect(memory.stored).toMatchObject({ draft: { name: 'Quiz' }, at: 'naming' });
  actor.send({ type: 'leave' });
  await is('leaving');
  actor.send({ type: 'stay' });
  await is({ open: 'naming' });
  actor.send({ type: 'leave' });
  actor.send({ type: 'draft.keep' });
  expect([told, memory.stored?.draft.name]).toEqual([['list'], 'Quiz']);

  const again = open('', memory.stored);
  await again.is({ open: 'resuming' });
  again.actor.send({ type: 'draft.resume' });
  await again.is({ open: 'naming' });
  again.actor.send({ type: 'leave' });
  again.actor.send({ type: 'draft.discard' });
  expect([again.told, again.memory.stored]).toEqual([['list'], null]);
});

it('begins anew in another project', async () => {
  const wizard = open('quiz');
  await wizard.is({ open: 'naming' });
  wizard.actor.send({ type: 'query.change', query: { ...query, project: 8 } });
  expect(wizard.recallDraft.calls).toEqual([{ project: 7 }, { project: 8 }]);
  expect(wizard.actor.getSnapshot().context.draft.name).toBe('');
});
