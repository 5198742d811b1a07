import { pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelEditorPlan } from '../../support/plans/event-pixels/pixel-editor.ts';

walkBare(pixelEditorMachine, pixelEditorPlan);
