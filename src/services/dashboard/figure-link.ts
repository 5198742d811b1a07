import { type AnyEventObject, fromCallback } from 'xstate';
import type { ShownFigure } from '#model/figure-rows.ts';

type Report = { type: 'figure.open'; figure: ShownFigure };
type Go = (to: string, options: { replace: boolean }) => void;

/** Opens the figure that a link leads to, once: what a person opens after it is theirs. */
export const watchFigure = (window: Window, go: Go) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    let left = false;
    const open = async () => {
      const { figureIn } = await import('./figure-address.ts');
      const { pathname, search, hash } = window.location;
      if (left) return;
      const { figure, rest } = figureIn(search);
      go(`${pathname}${rest}${hash}`, { replace: true });
      if (figure) sendBack({ type: 'figure.open', figure });
    };
    if (new URLSearchParams(window.location.search).has('figure')) void open().catch(() => {});
    return () => {
      left = true;
    };
  });
