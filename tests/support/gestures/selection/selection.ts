import type { Period } from '#contract/period.ts';
import type { selectionMachine } from '#machines/selection/selection.ts';
import { days } from '#views/kit/format.ts';
import { groupNames } from '#views/selection/groups.ts';
import { clockWords, modelWords } from '#views/selection/models.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

const projects: Record<number, string> = { 7: 'Acme', 8: 'Bolt' };
const affiliates: Record<number, string> = { 3: 'North Media', 4: 'South Media' };
const comparisons = {
  same_elapsed: 'Same part of the period before',
  previous: 'Whole period before',
  last_year: 'Same days last year',
  none: 'No comparison',
};
const presets: Record<string, string> = { last_7_days: 'Last 7 days' };

const openPicker = async (name: string, { user, screen }: UserAndScreen) =>
  user.click(await screen.findByRole('combobox', { name }));

const openMenu = async (name: string, { user, screen }: UserAndScreen) =>
  user.click(await screen.findByRole('button', { name: new RegExp(`^${name}:`) }));

const pick = async (name: string, { user, screen }: UserAndScreen) =>
  user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));

async function chooseDays({ start, end }: Period, { user, screen }: UserAndScreen) {
  const numbered = (day: string) => new RegExp(` ${Number(day.slice(8))}, ${day.slice(0, 4)}`);
  const choose = async (day: string) =>
    user.click(await screen.findByRole('button', { name: numbered(day) }));
  await choose(start);
  await choose(end);
  await screen.findByText(days(start, end), { selector: 'output' });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
}

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
    await chooseDays(range, hands);
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
    const name = new RegExp(`^${comparisons[comparison]}`);
    await hands.user.click(await hands.screen.findByRole('button', { name }));
  },
  'comparison.switch': fromElsewhere,
  'comparedPeriod.choose': async ({ period }, hands) => {
    await openMenu('Compared with', hands);
    await hands.user.click(await hands.screen.findByRole('button', { name: /^Custom days/ }));
    await chooseDays(period, hands);
  },
  'browserConversions.set': async ({ on }, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: on ? 'Browser' : 'Server' })),
  'uniqueConversions.set': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Unique only' })),
  'model.choose': async ({ model }, hands) => {
    await openMenu('How to count', hands);
    const name = new RegExp(`^${modelWords[model].name}`);
    await hands.user.click(await hands.screen.findByRole('radio', { name }));
    await hands.user.keyboard('{Escape}');
  },
  'lookback.choose': async ({ days: wanted }, hands) => {
    await openMenu('How to count', hands);
    const field = await hands.screen.findByRole('spinbutton', { name: 'Lookback in days' });
    await hands.user.clear(field);
    await hands.user.type(field, `${wanted}{Enter}{Escape}`);
  },
  'clock.choose': async ({ clock }, hands) => {
    await openMenu('How to count', hands);
    const name = new RegExp(`^${clockWords[clock].name}`);
    await hands.user.click(await hands.screen.findByRole('radio', { name }));
    await hands.user.keyboard('{Escape}');
  },
  'asOf.clear': fromElsewhere,
  'filter.choose': async ({ group, values }, { user, screen }) => {
    const head = await screen.findByRole('button', { name: new RegExp(`^${groupNames[group]}`) });
    if (head.getAttribute('aria-expanded') === 'false') await user.click(head);
    for (const value of values) {
      await user.click(await screen.findByRole('button', { name: `Only ${value}` }));
    }
    await user.click(head);
  },
  'filters.restore': fromElsewhere,
  'sidebarRight.set': async (_, { user, screen }) => {
    const [docked] = await screen.findAllByRole('button', { name: /^Filters/ });
    if (docked) await user.click(docked);
  },
  'view.open': fromElsewhere,
  'filters.clear': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Clear filters' })),
  'page.changed': fromElsewhere,
  'member.change': fromElsewhere,
  'clock.tick': fromElsewhere,
};
