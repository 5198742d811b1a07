import type { funnelEditorMachine } from '#machines/funnels/funnel-editor.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const funnelEditorGestures: Gestures<typeof funnelEditorMachine> = {
  'address.recalled': fromElsewhere,
  'step.show': fromElsewhere,
  'leave.asked': fromElsewhere,
  'leave.free': fromElsewhere,
  'funnel.published': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
};
