import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { writeStates } from '#app/workbench/attributes.ts';
import { handleOf } from '#app/workbench/handle.ts';
import { member } from '#tests/support/samples.ts';
import { stubbedWorkspace } from '#tests/support/stub-machines.ts';

const started = () => {
  const root = createActor(stubbedWorkspace, { input: { member, facts: {} } }).start();
  return { root, handle: handleOf(root) };
};
const enter = ({ root }: ReturnType<typeof started>) =>
  root.send({ type: 'page.entered', screen: 'dashboard' });

describe('the handle for outside tools', () => {
  it('returns the value and tags of the root, and its children by their paths', () => {
    const app = started();
    enter(app);
    expect(app.handle.value).toEqual(app.root.getSnapshot().value);
    expect(app.handle.tags).toEqual([...app.root.getSnapshot().tags]);
    expect(app.handle.children['workspace/selection']).toEqual({
      machine: 'selection',
      value: { choosing: 'all' },
      tags: [],
      status: 'active',
    });
  });

  it.each([
    [{ machine: 'totals', state: 'ready.fresh' }],
    [{ machine: 'dashboard/totals', state: 'ready' }],
    [{ machine: 'workspace/dashboard/totals', tag: 'showing' }],
  ])('waits for %j', async (wanted) => {
    const app = started();
    const found = app.handle.waitFor(wanted);
    enter(app);
    await expect(found).resolves.toBe('workspace/dashboard/totals');
  });

  it("waits for a function's condition", async () => {
    const app = started();
    const found = app.handle.waitFor(({ children }) => 'workspace/dashboard' in children);
    enter(app);
    await expect(found).resolves.toBe('workspace');
  });

  it('reports the present state when it times out', async () => {
    const { handle } = started();
    const vain = handle.waitFor({ machine: 'totals', state: 'broken' }, { timeout: 1 });
    await expect(vain).rejects.toThrow(/Waited 1 ms for .*broken.*workspace\/selection/s);
  });
});

it('an element carries the state of every machine, as words that a selector can wait for', async () => {
  const app = started();
  const element = { dataset: {} as DOMStringMap };
  writeStates(app.root, element as HTMLElement);
  enter(app);
  await expect
    .poll(() => element.dataset.states?.split(' '))
    .toEqual(
      expect.arrayContaining(['workspace=open.figures', 'workspace/dashboard/totals=ready.fresh']),
    );
});
