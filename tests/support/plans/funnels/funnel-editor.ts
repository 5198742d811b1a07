import type { funnelEditorMachine } from '#machines/funnels/funnel-editor.ts';
import { changedFunnel } from '../../funnel-editor.ts';
import { place } from '../../funnel-overview.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';

const at = (childSlug: string | null, slug = 'main-offer') => ({ ...place, slug, childSlug });

export const funnelEditorPlan: Plan<typeof funnelEditorMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: at(null) },
      { type: 'address.recalled', place: at('checkout') },
      { type: 'address.recalled', place: at('new') },
      { type: 'address.recalled', place: at(null, 'other') },
    ],
    'step.show': [{ type: 'step.show', slug: 'checkout' }],
    'leave.asked': [{ type: 'leave.asked', destination: '/funnels' }],
    'leave.free': [{ type: 'leave.free' }],
    'funnel.published': [{ type: 'funnel.published', funnel: changedFunnel }],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
  },
  sentences: {
    'address.recalled': 'Open the address of a funnel, of one of its steps, or of a new step',
    'step.show': 'Add or remove a step',
    'leave.asked': 'Leave the editor by a link, a key or a command, with unsaved changes',
    'leave.free': 'Choose another project without unsaved changes',
    'funnel.published': 'Publish the draft',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
  },
  answers: { address: [], leaveGuard: [], editor: [], publishing: [], catalog: [] },
};
