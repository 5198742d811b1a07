import { fromPromise } from 'xstate';
import { figureListMachine, figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { FigureRows } from '#views/dashboard/FigureRows.tsx';
import { figurePage } from '../../figures.ts';
import { figureRowsPlan } from '../../plans/dashboard/figure-rows.ts';
import { sceneOf } from '../../scene.ts';

const list = figureListMachine.provide({
  actors: { readPage: fromPromise(async () => figurePage) },
});

export const figureRowsScene = sceneOf(figureRowsMachine, figureRowsPlan, {
  provide: (machine) => machine.provide({ actors: { list } }),
  view: (actor) => <FigureRows actor={actor} />,
});
