import { expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Definition } from '#contract/funnels/definition.ts';
import type {
  DetectedFunnel,
  EventCatalog,
  FunnelPreviewAnswer,
} from '#contract/funnels/discovery.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import type { StoredWizard, WizardDraft } from '#model/funnel-wizard.ts';
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
      OfProject & { draft: WizardDraft; created: Funnel | null }
    >(),
    publishFunnel: scriptedRequest<Funnel, { funnel: Funnel }>(),
    readCreated: scriptedRequest<Funnel, { funnel: Funnel }>(),
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
        saveFunnel: requests.saveFunnel.logic,
        publishFunnel: requests.publishFunnel.logic,
        readCreated: requests.readCreated.logic,
      },
      actions: {
        rememberDraft: ({ context: { draft } }, { at }) => {
          memory.stored = { draft, at };
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
  return { actor, clock, memory, told, is, ...requests };
}

const free = { free: true, suggestion: 'main-offer', reason: null };
const taken = { free: false, suggestion: 'main-offer-2', reason: 'Another funnel has this name.' };

it('publishes a detected funnel without a word being typed', async () => {
  const wizard = open('detect');
  const { actor, is, memory, told } = wizard;
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
  await is({ open: 'publishing' });
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
  const wizard = open('', { draft: newDraft, at: 'review' });
  const { actor, is } = wizard;
  await is({ open: 'resuming' });
  actor.send({ type: 'draft.resume' });
  actor.send({ type: 'publish' });
  wizard.saveFunnel.answer({ output: funnel });
  await is({ open: 'publishing' });
  wizard.publishFunnel.answer({ error: offline });
  await is({ open: { review: 'refused' } });
  expect(actor.getSnapshot().context.problem).toEqual(offline);
  expect(wizard.memory.stored).toEqual({ draft: newDraft, at: 'review' });
  actor.send({ type: 'publish' });
  expect(wizard.saveFunnel.calls.map(({ created }) => created)).toEqual([null, funnel]);
});

it('keeps the draft when somebody else changed the stored funnel, and replaces theirs when told to', async () => {
  const wizard = open('', { draft: newDraft, at: 'review' });
  const { actor, is, memory } = wizard;
  await is({ open: 'resuming' });
  actor.send({ type: 'draft.resume' });
  actor.send({ type: 'publish' });
  wizard.saveFunnel.answer({ output: funnel });
  await is({ open: 'publishing' });
  wizard.publishFunnel.answer({ error: { kind: 'conflict', message: 'Someone else changed it.' } });
  await is({ open: 'comparing' });
  const theirs = { ...funnel, version: funnel.version + 1, name: 'Their offer' };
  wizard.readCreated.answer({ output: theirs });
  await is({ open: { review: 'conflict' } });
  expect(actor.getSnapshot().context.draft).toEqual(newDraft);
  expect(memory.stored?.draft).toEqual(newDraft);
  actor.send({ type: 'publish' });
  await is({ open: 'saving' });
  expect(wizard.saveFunnel.calls.at(-1)).toMatchObject({ created: theirs, draft: newDraft });
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
  const wizard = open('', { draft: newDraft, at: 'review' });
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
  const wizard = open('', { draft: newDraft, at: 'steps' });
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
