import { walkActor } from '../../support/actor-walk.ts';
import { editorPlan, noteEditor } from '../../support/plans/kit/editor.ts';

walkActor(noteEditor, editorPlan);
