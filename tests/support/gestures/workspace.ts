import type { workspaceMachine } from '#machines/workspace.ts';
import { type Gestures, told } from '../viewed.tsx';

/** Nothing here is done by hand: the pages and the selection report. */
export const workspaceGestures: Gestures<typeof workspaceMachine> = {
  'page.entered': told,
  'page.changed': told,
  'selection.changed': told,
};
