import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { selectionMachine } from '#machines/selection/selection.ts';
import { machineSvg } from '../../path-reports/machine-svg.ts';

it('draws a machine as a picture with its purpose, its states and their events', async () => {
  const { window } = new JSDOM();
  const picture = await machineSvg(selectionMachine);
  const document = new window.DOMParser().parseFromString(picture, 'image/svg+xml');
  expect(document.documentElement.nodeName).toBe('svg');
  expect(document.querySelector('title')?.textContent).toBe(
    'selection: What the figures are about: project, affiliates, filters, days, time zone and attribution.',
  );
  const texts = [...document.querySelectorAll('text')].map(({ textContent }) => textContent ?? '');
  expect(texts).toEqual(
    expect.arrayContaining(['selection', ...getStateNodes(selectionMachine).map(({ key }) => key)]),
  );
  for (const event of selectionMachine.events) {
    expect(
      texts.some((text) => text.startsWith(event)),
      event,
    ).toBe(true);
  }
});
