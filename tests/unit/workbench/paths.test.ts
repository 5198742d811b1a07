import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { listingOf, machineNames } from '../../path-reports/listing.ts';
import { formatChanges, formatListings, summaryOf } from '../../path-reports/listing-formats.ts';
import { changesBetween } from '../../path-reports/path-changes.ts';
import { similarNames } from '../../path-reports/similar-names.ts';
import { machines } from '../../support/machines.ts';

const listings = machineNames.map(listingOf);
const share = listingOf('share');

describe('the paths as a tester reads them', () => {
  it('cover every machine', () => {
    expect(machineNames).toEqual(Object.keys(machines));
    expect(listings.filter(({ paths, purpose }) => paths.length === 0 || purpose === '')).toEqual(
      [],
    );
  });

  it('have an id each', () => {
    const ids = listings.flatMap(({ paths }) => paths.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('say in each step what to do and what to see', () => {
    const [path] = share.paths.filter(({ id }) => id === 'share-d9512b4c');
    expect(path?.steps.map(({ action, expected }) => [action, expected])).toEqual([
      ['Start', expect.stringContaining('(idle)')],
      [
        'Copy link: opening (project 7), is frozen no (link.copy)',
        expect.stringContaining('(copying; busy)'),
      ],
      [
        '“Copy link” fails: The server did not answer. [offline] (✗ copyLink)',
        'The view does not fit into a link. (failed; failed)',
      ],
      [
        'Copy link: opening (project 7), is frozen no (link.copy)',
        expect.stringContaining('(copying; busy)'),
      ],
    ]);
  });

  it('contain the sentence of an event where its plan has one', () => {
    const steps = listingOf('task').paths.flatMap((path) => path.steps);
    expect(steps.map(({ action }) => action)).toContain(
      'Press Stop while the task is running (task.cancel)',
    );
  });

  it('describe delays, events of other parts, and steps that do not change the screen', () => {
    const steps = listings.flatMap(({ paths }) => paths.flatMap((path) => path.steps));
    const actions = new Set(steps.map(({ action }) => action));
    expect(actions).toContain('5 s pass (after noticeOver)');
    expect(actions).toContain('A minute passes (after staleAfter)');
    expect(actions).toContain('Connect the network again (network.returned)');
    expect(actions).toContain('Another part tells: events arrived (events.arrived)');
    expect(actions).toContain(
      'Another part tells: the member or the projects are different now: id 12, email “ana@acme.test”, timezone “America/New_York”, projects none, affiliates none, … (member.change)',
    );
    expect(steps.some(({ expected }) => expected.startsWith('As before: '))).toBe(true);
    const unsaid = steps.filter(({ action, expected }) =>
      /undefined|\[object|^$/.test(`${action}${expected}`),
    );
    expect(unsaid).toEqual([]);
  });

  it('are a table in Markdown', () => {
    const text = formatListings('md', [share]);
    expect(text).toContain('5 states, 8 transitions, 13 paths.');
    expect(text).toContain('## share-d9512b4c\n\n`idle → link.copy →');
    expect(text).toContain('| Step | What to do | What to see |');
  });

  it('are a row for each step in CSV', () => {
    const rows = parse(formatListings('csv', [share]), { columns: true }) as Record<
      string,
      string
    >[];
    expect(Object.keys(rows[0] ?? {})).toEqual(['path id', 'title', 'step', 'action', 'expected']);
    expect(rows).toHaveLength(share.paths.flatMap(({ steps }) => steps).length);
  });

  it('are complete in JSON', () => {
    expect(JSON.parse(formatListings('json', [share]))).toEqual([share]);
  });

  it('are counted over all machines', () => {
    const rows = summaryOf(listings).trim().split('\n');
    expect(rows).toHaveLength(listings.length + 3);
    expect(rows).toContain(
      '| share | A link to the current view: it is copied, or shown when the browser forbids copying. | 5 | 8 | 13 |',
    );
  });
});

describe('an unknown machine', () => {
  it.each([
    ['sesion', 'session'],
    ['pixels-editor', 'pixel-editor'],
    ['Sign-Up', 'sign-up'],
  ])('“%s” is similar to %s', (wanted, meant) => {
    expect(similarNames(wanted, machineNames)).toContain(meant);
  });
});

describe('changes since a version', () => {
  const before = { share: ['idle → open', 'idle → close', 'idle → close'], gone: ['a'] };
  const now = { share: ['idle → open', 'idle → close', 'idle → copy'], fresh: ['b'] };
  const changes = changesBetween(before, now);

  it('are the paths that only one version has, with paths of one title counted', () => {
    expect(changes.map(({ machine, change, title }) => [machine, change, title])).toEqual([
      ['fresh', 'added', 'b'],
      ['gone', 'removed', 'a'],
      ['share', 'added', 'idle → copy'],
      ['share', 'removed', 'idle → close'],
    ]);
  });

  it('are shown in one sentence and a table', () => {
    expect(formatChanges('md', 'v1', changes)).toMatch(
      /^Since v1: 2 paths added, 2 removed\.\n\n\| {2}\| Path \| Title \|/,
    );
    expect(formatChanges('md', 'v1', changes.slice(0, 1))).toMatch(
      /^Since v1: 1 path added, 0 removed/,
    );
    expect(formatChanges('md', 'v1', [])).toBe('Since v1: 0 paths added, 0 removed.\n');
  });
});
