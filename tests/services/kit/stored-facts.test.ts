import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredFacts } from '#model/local-storage.ts';
import { storedSchemas } from '#model/local-storage.ts';
import { createMemory } from '#services/kit/stored-facts.ts';
import { member } from '../../support/samples.ts';
import { storeOver } from '../../support/window.ts';

/** A store like the browser's, whose content a test can read and corrupt. */
function storage(content: Record<string, string> = {}) {
  const storedItems = new Map(Object.entries(content));
  return { storedItems, store: storeOver(storedItems), keys: () => [...storedItems.keys()].sort() };
}

/** A memory that must not report anything. */
const quiet = { onDropped: expect.unreachable, onRefused: expect.unreachable };

function noticed() {
  const dropped: string[] = [];
  let refusals = 0;
  return {
    dropped,
    refusals: () => refusals,
    notices: {
      onDropped: (fact: string) => void dropped.push(fact),
      onRefused: () => void refusals++,
    },
  };
}

const { token: _, projects, affiliates, timezone, ...user } = member;
const facts: Required<StoredFacts> = {
  token: member.token,
  user: { ...user, currentProject: 7, currentAffiliate: 3, chosenAffiliates: [3] },
  projects,
  affiliates,
  timezone,
  filters: { utm_source: ['facebook', '-tiktok'] },
  chosenOfferIds: ['101'],
  sidebarRight: true,
  browserConversions: true,
  uniqueConversions: false,
  chosenCountries: ['US'],
  countries: ['US', 'CA'],
};
/** Values that another version, an extension or a broken disk may leave under a key. */
const invalidText = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom(
    'null',
    'undefined',
    '{',
    '"',
    '[null]',
    '{"__proto__":{"polluted":true}}',
    '[{"__proto__":{"polluted":true}}]',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"version":99,"data":{}}',
  ),
);
/** The same, sometimes with 5 MB under one of the keys. */
const vast = fc.constantFrom(
  JSON.stringify('x'.repeat(5_000_000)),
  JSON.stringify(Array.from({ length: 700_000 }, (_, index) => index)),
);
const anything = fc.oneof({ weight: 300, arbitrary: invalidText }, { weight: 1, arbitrary: vast });

const plain = { theme: 'system', density: 'comfortable' } as const;

describe('memory', () => {
  it('returns every fact after a reload', () => {
    const { store } = storage();
    createMemory(() => store, quiet).remember(facts);
    expect(createMemory(() => store, quiet).read()).toEqual({
      facts,
      preferences: plain,
    });
  });

  it('keeps each fact under a versioned key of its own', () => {
    const { store, keys } = storage();
    const memory = createMemory(() => store, quiet);
    memory.remember(facts);
    memory.rememberPreferences({ theme: 'dark', density: 'compact' });
    expect(keys()).toEqual(
      [...Object.keys(storedSchemas), 'preferences'].map((fact) => `clickledger.v1.${fact}`).sort(),
    );
    expect(memory.read().preferences).toEqual({ theme: 'dark', density: 'compact' });
  });

  it('clears everything of this app, of any version, and nothing else', () => {
    const { store, keys } = storage({ 'clickledger.v0.token': '"old"', another: 'app' });
    const memory = createMemory(() => store, quiet);
    memory.remember(facts);
    memory.rememberPreferences({ theme: 'dark', density: 'compact' });
    memory.forget();
    expect(keys()).toEqual(['another']);
    expect(memory.read()).toEqual({ facts: {}, preferences: plain });
  });

  it('keeps across reloads exactly the facts of the specification', () => {
    expect(Object.keys(storedSchemas).sort()).toEqual([
      'affiliates',
      'browserConversions',
      'chosenCountries',
      'chosenOfferIds',
      'countries',
      'filters',
      'projects',
      'sidebarRight',
      'timezone',
      'token',
      'uniqueConversions',
      'user',
    ]);
  });

  it('drops invalid values, names them, and keeps the rest', () => {
    const { store, keys } = storage({
      'clickledger.v1.token': '"clu_1"',
      'clickledger.v1.filters': '{"utm_source":"facebook"}',
      'clickledger.v1.projects': '[{"id":"seven"}]',
      'clickledger.v1.timezone': '"Mars/Olympus"',
      'clickledger.v1.countries': '{broken',
      'clickledger.v1.__proto__': '{"polluted":true}',
      'clickledger.v1.preferences': '{"theme":"neon"}',
    });
    const { dropped, notices } = noticed();
    const memory = createMemory(() => store, notices);
    expect(memory.read()).toEqual({ facts: { token: 'clu_1' }, preferences: plain });
    expect(dropped.sort()).toEqual(['countries', 'filters', 'preferences', 'projects', 'timezone']);
    expect(keys()).toContain('clickledger.v1.token');
    expect(keys()).not.toContain('clickledger.v1.filters');
  });

  it('never fails, with any stored content', () => {
    const names = [...Object.keys(storedSchemas), 'preferences'];
    const content = fc.dictionary(
      fc.constantFrom(...names.map((name) => `clickledger.v1.${name}`)),
      anything,
      { maxKeys: names.length },
    );
    fc.assert(
      fc.property(content, (stored) => {
        const { store, keys } = storage(stored);
        const { dropped, notices, refusals } = noticed();
        const { facts } = createMemory(() => store, notices).read();
        for (const [fact, value] of Object.entries(facts)) {
          expect(storedSchemas[fact as keyof StoredFacts].safeParse(value).success).toBe(true);
        }
        expect(refusals()).toBe(0);
        expect(keys().length + dropped.length).toBe(Object.keys(stored).length);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect({}).not.toHaveProperty('polluted');
      }),
      { numRuns: 1_000 },
    );
  }, 120_000);

  it('stores the columns of the table under a key of their own, whatever happens to the theme', () => {
    const { store, keys } = storage();
    const memory = createMemory(() => store, quiet);
    memory.remember(facts);
    expect(memory.columns()).toBeUndefined();
    memory.rememberColumns(['clicks', 'roas']);
    memory.rememberPreferences({ theme: 'dark', density: 'compact' });
    expect(memory.columns()).toEqual(['clicks', 'roas']);
    expect(keys()).toContain('clickledger.v1.columns');
    memory.forget();
    expect(memory.columns()).toBeUndefined();
  });

  it('works without storage until the page is closed, with one notice', () => {
    const { notices, refusals } = noticed();
    const memory = createMemory(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }, notices);
    expect(memory.read().facts).toEqual({});
    memory.remember(facts);
    memory.rememberPreferences({ theme: 'dark', density: 'compact' });
    expect(memory.read()).toEqual({ facts, preferences: { theme: 'dark', density: 'compact' } });
    expect(refusals()).toBe(1);
    memory.forget();
    expect(memory.read().facts).toEqual({});
  });

  it('keeps in memory what a full store refuses, in place of the stored value, with one notice', () => {
    const { store } = storage();
    createMemory(() => store, quiet).remember({ ...facts, sidebarRight: false });
    const { notices, refusals } = noticed();
    const memory = createMemory(() => store, notices);
    store.setItem = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    memory.read();
    memory.remember(facts);
    memory.remember(facts);
    expect(memory.read().facts).toEqual(facts);
    expect(refusals()).toBe(1);
    memory.forget();
    expect(memory.read().facts).toEqual({});
  });

  it('does not change the session of another tab', () => {
    const { store } = storage();
    const here = createMemory(() => store, quiet);
    here.remember(facts);
    const there = createMemory(() => store, quiet);
    there.read();
    there.forget();
    there.remember({ token: 'clu_of_bo', timezone: 'Europe/Vienna' });

    expect(here.token()).toBe('clu_of_bo');
    here.remember(facts);
    here.remember({ timezone: 'America/New_York' });
    here.forget();
    expect(there.read().facts).toEqual({ token: 'clu_of_bo', timezone: 'Europe/Vienna' });
  });
});
