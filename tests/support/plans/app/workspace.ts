import type { workspaceMachine } from '#machines/app/workspace.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, query, settings } from '../../samples.ts';

export const workspacePlan: Plan<typeof workspaceMachine> = {
  inputs: [{ member, facts: {} }],
  events: {
    'page.entered': [
      { type: 'page.entered', screen: 'dashboard' },
      { type: 'page.entered', screen: 'conversions' },
      { type: 'page.entered', screen: 'pixels' },
      { type: 'page.entered', screen: 'settings' },
      { type: 'page.entered', screen: 'missing' },
    ],
    'page.changed': [
      { type: 'page.changed', screen: 'dashboard' },
      { type: 'page.changed', screen: 'conversions' },
      { type: 'page.changed', screen: 'pixels' },
      { type: 'page.changed', screen: 'settings' },
      { type: 'page.changed', screen: 'missing' },
    ],
    'selection.changed': [
      { type: 'selection.changed', query },
      { type: 'selection.changed', query: { ...query, timezone: 'UTC' } },
      { type: 'selection.changed', query: null },
    ],
    'member.changed': [{ type: 'member.changed', member }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    selection: [],
    screen: [],
    filters: [],
    savedViews: [],
    search: [],
    share: [],
    export: [],
    upgradeNotice: [],
    network: [],
    readSettings: [{ output: settings }, { error: offline }],
    fetchScreen: [
      { output: 'conversions' },
      { output: 'pixels' },
      { output: 'settings' },
      { error: offline },
    ],
  },
};
