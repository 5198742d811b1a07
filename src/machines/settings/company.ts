import type { Project } from '#contract/projects/schemas.ts';
import type { CompanyDraft } from '#model/projects.ts';
import { type FormActor, type FormSnapshot, formOf } from '../kit/form.ts';

export const companyMachine = formOf<Project, CompanyDraft>();
export type CompanyActor = FormActor<Project, CompanyDraft>;
export type CompanySnapshot = FormSnapshot<Project, CompanyDraft>;
