import type { Problem } from '#contract/problem.ts';
import type { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import {
  collected,
  found,
  freshPixel,
  installation,
  notFound,
  pixel,
} from '../../master-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

const code = installation.snippets.html[0]?.code ?? '';
const missing: Problem = { kind: 'missing', message: 'This does not exist.' };

export const pixelInstallPlan: Plan<typeof pixelInstallMachine> = {
  inputs: [{ id: 6 }],
  events: {
    retry: [{ type: 'retry' }],
    'kind.choose': [
      { type: 'kind.choose', kind: 'gtm' },
      { type: 'kind.choose', kind: 's2s' },
    ],
    'code.copy': [{ type: 'code.copy', code }],
    'code.copied': [{ type: 'code.copied', code }],
    'listen.start': [{ type: 'listen.start' }],
    'snippet.show': [{ type: 'snippet.show' }],
    'page.verify': [{ type: 'page.verify', url: 'https://shop.example/' }],
    'page.leave': [{ type: 'page.leave' }],
    'trouble.show': [{ type: 'trouble.show' }],
    'event.heard': [{ type: 'event.heard', events: [collected] }],
    'event.rejected': [{ type: 'event.rejected', reason: 'domain_not_allowed' }],
    'domain.limit': [{ type: 'domain.limit' }],
    'domain.skip': [{ type: 'domain.skip' }],
  },
  // A server has no page to verify.
  isPossible: ({ type }, { context }) => type !== 'page.verify' || context.kind !== 's2s',
  answers: {
    readInstallation: [{ output: installation }, { error: missing }, { error: offline }],
    stream: [],
    verifyPage: [{ output: found }, { output: notFound }, { error: offline }],
    readDomains: [{ output: pixel }, { output: freshPixel }, { error: offline }],
    limitDomains: [{ output: pixel }, { error: offline }],
  },
};
