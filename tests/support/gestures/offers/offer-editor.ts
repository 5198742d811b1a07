import type { offerEditorMachine } from '#machines/offers/offer-editor.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const offerEditorGestures: Gestures<typeof offerEditorMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
};
