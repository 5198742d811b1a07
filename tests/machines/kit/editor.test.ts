import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { mostSteps } from '#machines/kit/edit-history.ts';
import type { EditorActor } from '#machines/kit/editor.ts';
import {
  changedMeanwhile,
  type NoteTypes,
  note,
  noteEditor,
} from '../../support/plans/kit/editor.ts';
import { notePreview } from '../../support/plans/kit/preview.ts';

type Saving = { entity: NoteTypes['entity']; draft: NoteTypes['draft'] };

/** An editor of a stored note; a save that is not based on the stored version is refused. */
async function editing(stored = { ...note }) {
  const saves: Saving[] = [];
  const visited: string[] = [];
  const previewed: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    noteEditor.provide({
      actors: {
        readEntity: fromPromise(async () => ({ ...stored })),
        saveEntity: fromPromise<NoteTypes['entity'], Saving & { scope: NoteTypes['scope'] }>(
          async ({ input: { entity, draft } }) => {
            saves.push({ entity, draft });
            if (entity.version !== stored.version) throw changedMeanwhile;
            Object.assign(stored, draft, { version: stored.version + 1 });
            return { ...stored };
          },
        ),
        preview: notePreview.provide({
          actors: {
            readPreview: fromPromise<
              NoteTypes['preview'],
              { scope: NoteTypes['scope']; draft: NoteTypes['draft'] }
            >(async ({ input: { draft } }) => {
              previewed.push(draft.name);
              return { letters: draft.name.length };
            }),
          },
        }),
        network: fromCallback(() => {}),
      },
      actions: { goTo: (_, { destination }) => visited.push(destination) },
    }),
    { input: { scope: { note: 7 } }, clock },
  ).start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('showing'));
  return { actor, stored, saves, visited, previewed, clock };
}

const rename = (actor: EditorActor<NoteTypes>, name: string, step?: string) =>
  actor.send({ type: 'draft.change', change: { name }, ...(step ? { step } : {}) });
const nameIn = (actor: EditorActor<NoteTypes>) => actor.getSnapshot().context.draft?.name;
const settled = (actor: EditorActor<NoteTypes>) =>
  waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));

describe('the history of an editor', () => {
  it('undoes and redoes step by step, and a change forgets what was undone', async () => {
    const { actor } = await editing();
    rename(actor, 'Summer');
    rename(actor, 'Autumn');
    actor.send({ type: 'draft.undo' });
    expect(nameIn(actor)).toBe('Summer');
    actor.send({ type: 'draft.undo' });
    expect(nameIn(actor)).toBe('Spring');
    expect(actor.getSnapshot().matches({ ready: { editing: 'pristine' } })).toBe(true);
    actor.send({ type: 'draft.redo' });
    expect(nameIn(actor)).toBe('Summer');
    rename(actor, 'Winter');
    expect(actor.getSnapshot().can({ type: 'draft.redo' })).toBe(false);
  });

  it('undoes typed letters of one field together', async () => {
    const { actor } = await editing();
    rename(actor, 'S', 'name');
    rename(actor, 'Su', 'name');
    rename(actor, 'Sun', 'name');
    actor.send({ type: 'draft.undo' });
    expect(nameIn(actor)).toBe('Spring');
    actor.send({ type: 'draft.redo' });
    rename(actor, 'Sund', 'name');
    actor.send({ type: 'draft.undo' });
    expect(nameIn(actor)).toBe('Sun');
  });

  it('keeps a limited number of steps', async () => {
    const { actor } = await editing();
    for (let index = 0; index <= mostSteps; index += 1) rename(actor, `Name ${index}`);
    let undone = 0;
    for (; actor.getSnapshot().can({ type: 'draft.undo' }); undone += 1) {
      actor.send({ type: 'draft.undo' });
    }
    expect([undone, nameIn(actor)]).toEqual([mostSteps, 'Name 0']);
  });
});

describe('saving in an editor', () => {
  it('does not save a draft with a fault', async () => {
    const { actor, saves } = await editing();
    const faults = () => actor.getSnapshot().context.faults.map(({ message }) => message);
    rename(actor, ' ');
    expect(faults()).toEqual(['Give the note a name.']);
    expect(actor.getSnapshot().can({ type: 'draft.save' })).toBe(false);
    actor.send({ type: 'draft.save' });
    expect(saves).toEqual([]);
    actor.send({ type: 'draft.undo' });
    expect(faults()).toEqual([]);
  });

  it('saves the own version over that of somebody else on purpose only', async () => {
    const { actor, stored, saves } = await editing();
    rename(actor, 'Mine');
    Object.assign(stored, { name: 'Theirs', version: 8 });
    actor.send({ type: 'draft.save' });
    await settled(actor);
    expect(actor.getSnapshot().matches({ ready: 'conflict' })).toBe(true);
    expect(actor.getSnapshot().context.theirs).toEqual({ name: 'Theirs', version: 8 });
    expect(stored.name).toBe('Theirs');

    actor.send({ type: 'conflict.keep' });
    await settled(actor);
    expect(stored).toEqual({ name: 'Mine', version: 9 });
    expect(saves.map(({ entity }) => entity.version)).toEqual([3, 8]);
    expect(actor.getSnapshot().matches({ ready: { editing: 'saved' } })).toBe(true);
  });

  it('keeps what is changed while both versions are on screen', async () => {
    const { actor, stored } = await editing();
    rename(actor, 'Mine');
    Object.assign(stored, { name: 'Theirs', version: 8 });
    actor.send({ type: 'draft.save' });
    await settled(actor);
    rename(actor, 'Mine, corrected');
    expect(actor.getSnapshot().matches({ ready: 'conflict' })).toBe(true);
    expect(nameIn(actor)).toBe('Mine, corrected');
    actor.send({ type: 'conflict.keep' });
    await settled(actor);
    expect(stored).toEqual({ name: 'Mine, corrected', version: 9 });
  });

  it('takes the version of somebody else', async () => {
    const { actor, stored } = await editing();
    rename(actor, 'Mine');
    Object.assign(stored, { name: 'Theirs', version: 8 });
    actor.send({ type: 'draft.save' });
    await settled(actor);
    actor.send({ type: 'conflict.take' });
    expect([nameIn(actor), stored.name]).toEqual(['Theirs', 'Theirs']);
    rename(actor, 'Theirs, mended');
    actor.send({ type: 'draft.save' });
    await settled(actor);
    expect(stored).toEqual({ name: 'Theirs, mended', version: 9 });
  });

  it('keeps unsaved changes when an action from outside stores a new version', async () => {
    const { actor, stored } = await editing();
    rename(actor, 'Mine');
    stored.version = 5;
    actor.send({ type: 'entity.change', entity: { ...stored } });
    expect(nameIn(actor)).toBe('Mine');
    actor.send({ type: 'draft.save' });
    await settled(actor);
    expect(stored).toEqual({ name: 'Mine', version: 6 });
    actor.send({ type: 'entity.change', entity: { name: 'Published', version: 7 } });
    expect(nameIn(actor)).toBe('Published');
  });
});

describe('leaving an editor', () => {
  it('goes at once without unsaved changes', async () => {
    const { actor, visited } = await editing();
    actor.send({ type: 'editor.leave', destination: '/notes' });
    expect(visited).toEqual(['/notes']);
  });

  it('asks first, and stays with the changes', async () => {
    const { actor, visited } = await editing();
    rename(actor, 'Mine');
    actor.send({ type: 'editor.leave', destination: '/notes' });
    expect(actor.getSnapshot().matches({ ready: 'confirmingLeave' })).toBe(true);
    actor.send({ type: 'leave.stay' });
    expect([nameIn(actor), visited]).toEqual(['Mine', []]);
  });

  it('leaves without saving', async () => {
    const { actor, visited, saves } = await editing();
    rename(actor, 'Mine');
    actor.send({ type: 'editor.leave', destination: '/notes' });
    actor.send({ type: 'leave.discard' });
    expect([nameIn(actor), visited, saves]).toEqual(['Spring', ['/notes'], []]);
  });

  it('saves before it goes, and does not go when the save is refused', async () => {
    const { actor, stored, visited } = await editing();
    rename(actor, 'Mine');
    actor.send({ type: 'editor.leave', destination: '/notes' });
    stored.version = 8;
    actor.send({ type: 'leave.save' });
    await settled(actor);
    expect(actor.getSnapshot().matches({ ready: 'conflict' })).toBe(true);
    expect(visited).toEqual([]);
    actor.send({ type: 'conflict.keep' });
    await settled(actor);
    rename(actor, 'Mine again');
    actor.send({ type: 'editor.leave', destination: '/notes' });
    actor.send({ type: 'leave.save' });
    await settled(actor);
    expect([stored.name, visited]).toEqual(['Mine again', ['/notes']]);
  });
});

describe('the preview of an editor', () => {
  it('is read once the typing rests, for the last draft, and renewed by undo', async () => {
    const { actor, previewed, clock } = await editing();
    const shown = async () => {
      const { preview } = actor.getSnapshot().children;
      if (preview) await waitFor(preview, (snapshot) => snapshot.hasTag('showing'));
    };
    clock.increment(400);
    await shown();
    rename(actor, 'Su');
    clock.increment(399);
    rename(actor, 'Sun');
    clock.increment(399);
    expect(previewed).toEqual(['Spring']);
    clock.increment(1);
    await shown();
    actor.send({ type: 'draft.undo' });
    clock.increment(400);
    await shown();
    expect(previewed).toEqual(['Spring', 'Sun', 'Su']);
  });
});
