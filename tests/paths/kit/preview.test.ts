import { walkActor } from '../../support/actor-walk.ts';
import { notePreview, previewPlan } from '../../support/plans/kit/preview.ts';

walkActor(notePreview, previewPlan);
