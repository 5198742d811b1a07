import { pixelEditorMachine } from '#machines/pixel-editor.ts';
import { walkBare } from '../support/bare.ts';
import { pixelEditorPlan } from '../support/plans/pixel-editor.ts';

walkBare(pixelEditorMachine, pixelEditorPlan);
