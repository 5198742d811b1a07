import type { Problem } from '#contract/problem.ts';
import type { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { project, projectBeingDeleted } from '../../settings.ts';

const wrongName: Problem = {
  kind: 'invalid',
  message: 'name: This is not its name.',
  fields: { name: ['This is not its name.'] },
};

export const projectDeletionPlan: Plan<typeof projectDeletionMachine> = {
  inputs: [{ project: 7 }],
  events: {
    retry: [{ type: 'retry' }],
    'deletion.start': [{ type: 'deletion.start' }],
    'deletion.submit': [{ type: 'deletion.submit', name: 'Acme' }],
    'deletion.cancel': [{ type: 'deletion.cancel' }],
    'deletion.undo': [{ type: 'deletion.undo' }],
  },
  answers: {
    readProject: [{ output: project }, { output: projectBeingDeleted }, { error: offline }],
    deleteProject: [{ output: projectBeingDeleted }, { error: wrongName }],
    restoreProject: [{ output: project }, { error: offline }],
  },
};
