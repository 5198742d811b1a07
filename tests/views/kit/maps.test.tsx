import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { iso31662 } from 'iso-3166';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import type { Query } from '#model/query.ts';
import { stateName } from '#server/analytics/reports/place-names.ts';
import { CountriesPanel } from '#views/dashboard/CountriesPanel.tsx';
import { depthOf, shadesOf } from '#views/kit/maps/shades.ts';
import { unitedStates } from '#views/kit/maps/united-states.ts';
import { countries as world } from '#views/kit/maps/world.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, question } from '../../support/samples.ts';
import {
  dashboardChildren,
  stubbedRegionRows,
  stubbedSelection,
} from '../../support/stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

async function open() {
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  const actor = createActor(dashboardChildren.countries, { input: { query: question } }).start();
  const states = createActor(regionsMachine.provide({ actors: { rows: stubbedRegionRows } }), {
    input: { question },
  }).start();
  render(<CountriesPanel actor={actor} states={states} selection={selection} />);
  const map = within(await screen.findByRole('group', { name: 'Countries by revenue' }));
  return { user: userEvent.setup(), states, map };
}

describe('the map of countries', () => {
  it('has the figures of the table for each area', async () => {
    const { map } = await open();
    const labels = map.getAllByRole('button').map((place) => place.getAttribute('aria-label'));
    expect(labels.map((label) => label?.replaceAll('\u00a0', ' '))).toEqual([
      'Canada, Revenue 2,140.50, Share 11.7 %, Conversions 24, Conv. rate 4.4 %',
      'United States, Revenue 15,500.00, Share 85.0 %, Conversions 180, Conv. rate 3.0 %',
    ]);
    const table = within(screen.getByRole('table', { name: 'Figures by country' }));
    expect(table.getByRole('row', { name: /^Unknown 600.00/ })).toBeDefined();
  });

  it('is one tab stop with arrow keys from the highest to the lowest', async () => {
    const { user, states, map } = await open();
    const [canada, america] = map.getAllByRole('button');
    expect([canada, america].map((place) => place?.getAttribute('tabindex'))).toEqual(['-1', '0']);
    america?.focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(canada);
    await user.keyboard('{Enter}');
    expect(states.getSnapshot().context.country).toBe('CA');
    expect(canada?.getAttribute('aria-pressed')).toBe('true');
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(america);
  });

  it('opens and closes a country from the table as well', async () => {
    const { user, states } = await open();
    const name = () => screen.getByRole('button', { name: 'Canada' });
    await user.click(name());
    expect(states.getSnapshot().matches('oneCountry')).toBe(true);
    await user.click(name());
    expect(states.getSnapshot().matches('allCountries')).toBe(true);
  });
});

describe('the shapes', () => {
  it("contain every state of the US by the server's name", () => {
    const drawn = new Set(unitedStates.shapes.map(({ key }) => key));
    const codes = iso31662.filter(({ parent }) => parent === 'US').map(({ code }) => code.slice(3));
    const undrawn = codes.filter((code) => !drawn.has(stateName('US', code)));
    expect(undrawn).toEqual(['AS', 'GU', 'MP', 'PR', 'UM', 'VI']);
    expect(drawn.size).toBe(51);
  });

  it('contain the countries by their codes, each once', () => {
    const codes = world.shapes.map(({ key }) => key).filter((key) => key !== '');
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining(['US', 'CA', 'DE', 'GB', 'AU', 'BR', 'IN', 'JP']));
    expect(codes.length).toBeGreaterThan(170);
  });
});

describe('the shades', () => {
  it('have about as many areas each, and none without revenue', () => {
    const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000_000];
    const shades = shadesOf(values);
    expect(shades.map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
      [9, 1_000_000],
    ]);
    expect(values.map((value) => depthOf(value, shades))).toEqual([
      undefined,
      1,
      1,
      2,
      2,
      3,
      3,
      4,
      4,
      5,
      5,
    ]);
  });

  it('are the deepest ones where there are few areas', () => {
    expect(shadesOf([7, 7, 40])).toEqual([
      { depth: 4, from: 7, to: 7 },
      { depth: 5, from: 40, to: 40 },
    ]);
    expect(shadesOf([])).toEqual([]);
  });
});
