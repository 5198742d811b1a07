import { funnelEditorMachine } from '#machines/funnels/funnel-editor.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { funnelEditorPlan } from '../../support/plans/funnels/funnel-editor.ts';

walkActor(funnelEditorMachine, funnelEditorPlan);
