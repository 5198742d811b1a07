import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { coverageShare } from '../../path-reports/coverage-share.ts';
import {
  coverageTable,
  missingCoverage,
  rowsOf,
  walksIn,
} from '../../path-reports/coverage-table.ts';

const door = createMachine({
  id: 'door',
  initial: 'closed',
  on: { 'alarm.heard': '.closed' },
  states: {
    closed: { on: { open: 'ajar' } },
    ajar: { initial: 'slightly', states: { slightly: { on: { push: 'widely' } }, widely: {} } },
  },
});
const toOpen = 'door.closed --open[0]-->';
const toPush = 'door.ajar.slightly --push[0]-->';
const toAlarm = 'door --alarm.heard[0]-->';

describe('the coverage of a machine', () => {
  it.each([
    ['nothing walked', [], 1, 0],
    ['a compound state, with where it begins', [toOpen], 3, 1],
    ['what the machine no longer has', ['door.closed --kick[0]-->'], 1, 0],
    ['all of it', [toOpen, toPush, toAlarm], 4, 3],
  ])('%s', (_, walked, states, transitions) => {
    expect(coverageShare(door, new Set(walked))).toEqual({
      states: { reached: states, of: 4 },
      transitions: { reached: transitions, of: 3 },
    });
  });

  it('combines all walkers, in a table', () => {
    const rows = rowsOf({ door }, [
      { driver: 'actor', machine: 'door', walked: [toOpen, toPush] },
      { driver: 'actor', machine: 'door', walked: [toAlarm] },
      { driver: 'view', machine: 'door', walked: [toOpen] },
      { driver: 'view', machine: 'window', walked: [toPush] },
    ]);
    expect(coverageTable(rows).split('\n')).toEqual([
      'machine  states  transitions  actor         view  browser',
      'door          4            3  100 %  75 % / 33 %        –',
      '',
    ]);
    expect(rows.flatMap(missingCoverage)).toEqual([
      'door: the view took 1 of 3 transitions and was in 3 of 4 states.',
    ]);
    expect(rowsOf({ door }, []).flatMap(missingCoverage)).toEqual([
      'door: no path was walked on the actor.',
      'door: no path was walked on the view.',
    ]);
  });

  it.each([
    [
      'selection',
      [toOpen],
      'selection: the browser took 1 of 3 transitions and was in 3 of 4 states.',
    ],
    ['selection', null, 'selection: no path was walked on the browser.'],
    ['selection', [toOpen, toPush, toAlarm], null],
    ['door', [toOpen], null],
  ])('of %s, %j in a browser', (name, walked, lacking) => {
    const full = [toOpen, toPush, toAlarm];
    const rows = rowsOf({ [name]: door }, [
      { driver: 'actor', machine: 'door', walked: full },
      { driver: 'view', machine: 'door', walked: full },
      ...(walked ? [{ driver: 'browser' as const, machine: 'door', walked }] : []),
    ]);
    expect(rows.flatMap(missingCoverage)).toEqual(lacking === null ? [] : [lacking]);
  });

  it('is read from the files of the last run, and is empty before any', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clickledger-coverage-'));
    const walk = { driver: 'actor', machine: 'door', walked: [toOpen] };
    writeFileSync(join(folder, 'actor-door-1.json'), JSON.stringify(walk));
    expect(walksIn(folder)).toEqual([walk]);
    rmSync(folder, { recursive: true });
    expect(walksIn(folder)).toEqual([]);
  });
});
