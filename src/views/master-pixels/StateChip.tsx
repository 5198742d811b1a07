import { CircleAlert, CircleCheck, CircleDashed, CirclePause, TriangleAlert } from 'lucide-react';
import type { MasterPixelState } from '#contract/master-pixels/schemas.ts';
import { stateWords } from './words.ts';

const icons = {
  unverified: CircleDashed,
  active: CircleCheck,
  silent: TriangleAlert,
  error: CircleAlert,
  paused: CirclePause,
};

/** How a pixel does, in one word. */
export function StateChip({ state }: { state: MasterPixelState }) {
  const Icon = icons[state];
  return (
    <span className="pixel-state" data-state={state}>
      <Icon size={16} aria-hidden="true" />
      {stateWords[state]}
    </span>
  );
}
