import type { shareMachine } from '#machines/app/share.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

const address = 'https://ledger.test/dashboard?project=7';

export const sharePlan: Plan<typeof shareMachine> = {
  events: {
    'link.copy': [
      { type: 'link.copy', opening: { project: 7 }, isFrozen: false },
      { type: 'link.copy', opening: { project: 7 }, isFrozen: true },
    ],
    'link.close': [{ type: 'link.close' }],
  },
  answers: {
    copyLink: [
      { output: { address, isCopied: true } },
      { output: { address, isCopied: false } },
      { error: offline },
    ],
  },
};
