import type { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';
import { decidedTest, draftTest, runningTest, testPlace } from '../../split-test-detail.ts';

export const splitTestDetailPlan: Plan<typeof splitTestDetailMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: testPlace },
      { type: 'address.recalled', place: { ...testPlace, params: { snapshot: '01SNAP' } } },
      { type: 'address.recalled', place: { ...testPlace, id: '01TESTB' } },
      { type: 'address.recalled', place: { ...testPlace, id: null } },
    ],
    'list.read': [
      { type: 'list.read', rows: [draftTest] },
      { type: 'list.read', rows: [runningTest] },
      { type: 'list.read', rows: [] },
    ],
    'test.changed': [
      { type: 'test.changed', test: runningTest },
      { type: 'test.changed', test: decidedTest },
      { type: 'test.changed', test: { ...draftTest, id: '01COPY' } },
    ],
    'test.outdated': [{ type: 'test.outdated' }],
    'query.change': [
      { type: 'query.change', query },
      { type: 'query.change', query: { ...query, project: 8 } },
    ],
    'member.change': [{ type: 'member.change', member }],
  },
  sentences: {
    'address.recalled':
      'Open the address of a split test, of its earlier figures, or of another one',
    'list.read': 'The test is read, or there is none',
    'test.changed': 'Change the test, or duplicate it',
    'test.outdated': 'Let another person change the test first',
    'query.change': 'Choose another project',
    'member.change': 'Let an owner change the role of the user',
  },
  answers: {
    address: [],
    test: [],
    lifecycle: [],
    results: [],
    past: [],
    decision: [],
    shipping: [],
    units: [],
    saving: [],
  },
};
