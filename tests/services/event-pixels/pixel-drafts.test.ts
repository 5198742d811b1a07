import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { createPixelDrafts } from '#services/event-pixels/pixel-drafts.ts';

let page: EventTarget;
let isSignedIn: boolean;

beforeEach(() => {
  page = new EventTarget();
  isSignedIn = true;
});

const draftsOf = () => createPixelDrafts<string>(page as Window, () => isSignedIn);
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

function recalled(drafts: ReturnType<typeof draftsOf>): unknown[] {
  const received: unknown[] = [];
  const machine = setup({
    actors: { recall: drafts.recall },
    actions: { record: ({ event }) => received.push(event) },
  }).createMachine({ invoke: { id: 'recall', src: 'recall' }, on: { '*': { actions: 'record' } } });
  createActor(machine).start();
  return received;
}

describe('drafts of pixels', () => {
  it('are offered to the next editor, and stored only in memory', () => {
    const drafts = draftsOf();
    drafts.keep({ '7 1 21': 'North' });
    const all = { type: 'drafts.recalled', drafts: { '7 1 21': 'North' } };
    expect([recalled(drafts), recalled(drafts)]).toEqual([[all], [all]]);
  });

  it('ask before the page is closed while there are some', () => {
    const drafts = draftsOf();
    expect(asks()).toBe(false);
    drafts.keep({ '7 1 21': 'North' });
    drafts.keep({ '7 1 21': 'South' });
    expect(asks()).toBe(true);
    drafts.keep({});
    expect(asks()).toBe(false);
  });

  it('do not hold back a sign-out, and are gone afterwards', () => {
    const drafts = draftsOf();
    drafts.keep({ '7 1 21': 'North' });
    isSignedIn = false;
    expect(asks()).toBe(false);
    expect(recalled(drafts)).toEqual([{ type: 'drafts.recalled', drafts: {} }]);
  });
});
