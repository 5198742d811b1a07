import type { selectionMachine } from '#machines/selection.ts';
import { days } from '#views/parts/format.ts';
import { type Gestures, type Hands, told } from '../viewed.tsx';

const projects: Record<number, string> = { 7: 'Acme', 8: 'Bolt' };
const affiliates: Record<number, string> = { 3: 'North Media', 4: 'South Media' };
const comparisons = {
  same_elapsed: 'Same part of the period before',
  previous: 'Whole period before',
  last_year: 'Same days last year',
  none: 'No comparison',
};
const presets: Record<string, string> = { last_7_days: 'Last 7 days' };

const openPicker = async (name: string, { user, screen }: Hands) =>
  user.click(await screen.findByRole('combobox', { name }));

const openMenu = async (name: string, { user, screen }: Hands) =>
  user.click(await screen.findByRole('button', { name: new RegExp(`^${name}:`) }));

const pick = async (name: string, { user, screen }: Hands) =>
  user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));

export const selectionGestures: Gestures<typeof selectionMachine> = {
  'project.choose': async ({ project }, hands) => {
    await openPicker('Project', hands);
    await pick(projects[project] ?? '', hands);
  },
  'affiliates.choose': async (event, hands) => {
    await openPicker('Affiliates', hands);
    const options = await hands.screen.findAllByRole('option');
    const wanted = event.affiliates.map((id) => affiliates[id] ?? '');
    const isWanted = (option: HTMLElement) =>
      wanted.some((name) => option.textContent?.startsWith(name));
    const isChosen = (option: HTMLElement) => option.getAttribute('aria-selected') === 'true';
    for (const option of options.filter((one) => !isWanted(one) && isChosen(one))) {
      await hands.user.click(option);
    }
    for (const option of options.filter((one) => isWanted(one) && !isChosen(one))) {
      await hands.user.click(option);
    }
    await hands.user.keyboard('{Escape}');
  },
  'range.choose': async ({ range }, hands) => {
    const { user, screen } = hands;
    await openMenu('Date range', hands);
    if (typeof range === 'string') {
      return user.click(await screen.findByRole('button', { name: presets[range] ?? range }));
    }
    const numbered = (day: string) =>
      new RegExp(` ${Number(day.slice(8))}(st|nd|rd|th), ${day.slice(0, 4)}`);
    const choose = async (day: string) =>
      user.click(await screen.findByRole('button', { name: numbered(day) }));
    await choose(range.start);
    await choose(range.end);
    await screen.findByText(days(range.start, range.end));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
  },
  'timezone.choose': async ({ timezone }, hands) => {
    await openPicker('Time zone', hands);
    await hands.user.type(
      await hands.screen.findByRole('combobox', { name: 'Search time zone' }),
      timezone,
    );
    await pick(timezone, hands);
  },
  'comparison.choose': async ({ comparison }, hands) => {
    await openMenu('Compared with', hands);
    await hands.user.click(
      await hands.screen.findByRole('menuitemradio', { name: comparisons[comparison] }),
    );
  },
  'browserConversions.set': async ({ on }, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: on ? 'Browser' : 'Server' })),
  'uniqueConversions.set': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Unique only' })),
  'filters.clear': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Clear filters' })),
  'page.changed': told,
  'clock.tick': told,
};
