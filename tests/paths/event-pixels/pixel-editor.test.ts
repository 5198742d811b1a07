import { pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pixelEditorPlan } from '../../support/plans/event-pixels/pixel-editor.ts';

walkActor(pixelEditorMachine, pixelEditorPlan);
