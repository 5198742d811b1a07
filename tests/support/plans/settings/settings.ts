import type { settingsMachine } from '#machines/settings/settings.ts';
import type { SettingsPart } from '#model/settings.ts';
import type { Plan } from '../../paths.ts';
import { member, query, screenInput } from '../../samples.ts';

const recalled = (part: SettingsPart) => ({ type: 'settings.recalled' as const, part });
const memberWithoutProjects = { ...member, projects: [], affiliates: [] };

export const settingsPlan: Plan<typeof settingsMachine> = {
  inputs: [screenInput],
  events: {
    'settings.recalled': [
      recalled('team'),
      recalled('projects'),
      recalled('integrations'),
      recalled('jobs'),
      recalled('data'),
      recalled('audit'),
      recalled('personal'),
      recalled('company'),
      recalled('logo'),
      recalled('billing'),
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [
      { type: 'member.change', member: memberWithoutProjects },
      { type: 'member.change', member },
    ],
    'job.left': [{ type: 'job.left' }],
  },
  answers: {
    address: [],
    failedItems: [],
    team: [],
    projects: [],
    tokens: [],
    scheduledJobs: [],
    jobRun: [],
    projectDeletion: [],
    auditLog: [],
    verifyChain: [],
    saveAudit: [],
    profile: [],
    picture: [],
    password: [],
    sessions: [],
    company: [],
    logo: [],
    billing: [],
  },
};
