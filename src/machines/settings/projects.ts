import type { Affiliate } from '#contract/affiliates/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { CollectKey, ProjectAction, ProjectDraft } from '#model/projects.ts';
import type { CollectionActor } from '../kit/collection.ts';
import { settingsList } from './settings-list.ts';

type ProjectTypes = {
  scope: number;
  row: Project;
  extra: { affiliates: Affiliate[] };
  draft: ProjectDraft;
  action: ProjectAction;
  secret: CollectKey;
};
export const projectsMachine = settingsList<ProjectTypes>();
export type ProjectsActor = CollectionActor<ProjectTypes>;
