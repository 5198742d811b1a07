import { type AnyEventObject, fromCallback } from 'xstate';
import type { ShownFigure } from '#model/figure-rows.ts';

type Report = { type: 'figure.open'; figure: ShownFigure };
type Navigate = (to: string, options: { replace: boolean }) => void;

/** Opens the figure of a link once, and removes it from the address. */
export const watchFigureLink = (window: Window, go: Navigate) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    let isStopped = false;
    const open = async () => {
      const { figureInAddress: figureIn } = await import('./figure-address.ts');
      const { pathname, search, hash } = window.location;
      if (isStopped) return;
      const { figure, rest } = figureIn(search);
      go(`${pathname}${rest}${hash}`, { replace: true });
      if (figure) sendBack({ type: 'figure.open', figure });
    };
    if (new URLSearchParams(window.location.search).has('figure')) void open().catch(() => {});
    return () => {
      isStopped = true;
    };
  });
