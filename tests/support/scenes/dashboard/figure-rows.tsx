import { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { FigureRows } from '#views/dashboard/FigureRows.tsx';
import { figureRowsPlan } from '../../plans/dashboard/figure-rows.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const figureRowsScene = sceneOf(figureRowsMachine, figureRowsPlan, {
  cast: recast,
  view: (actor) => <FigureRows actor={actor} />,
});
