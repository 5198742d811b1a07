type Held = {
  control: HTMLElement;
  /** What the control stands in, from the inside out. */
  around: Element[];
  /** By what the same control is known when it is drawn again, best first. */
  twins: string[];
  /** What stood right before the place that was cut out with the control. */
  before?: Node | null;
};

const stops = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]']
  .map((kind) => `${kind}:not(:disabled):not([tabindex="-1"])`)
  .join();
const regions = 'section, aside, header, form, dialog, [role="dialog"]';
/** How many steps back are remembered. */
const memory = 50;

/**
 * Keeps the keyboard where it was when the control under it goes away: because its own act has removed or disabled it,
 * or because its panel is read anew. It goes on with the same control once that is drawn again, and until then, or
 * for good, with the next one in the place that was left. Without this a browser starts again at the top of the page.
 *
 * It watches the page only while something has the keyboard, and looks anything up only when that is gone.
 */
export function keepKeyboard(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined;
  const page = frame.ownerDocument;
  const { body } = page;
  let held: Held | null = null;
  let past: Held[] = [];
  /** Where it stands until its control is open again or its twin is drawn; nowhere while a whole form is closed. */
  let waiting: { stand: HTMLElement | null; lost: Held } | null = null;
  const isNowhere = () => page.activeElement === null || page.activeElement === body;
  /** A browser leaves it nowhere, a floating part takes it as a whole. */
  const isStillLost = ({ control, around }: Held) =>
    isNowhere() ||
    page.activeElement === control ||
    around.some((outer) => outer === page.activeElement);

  const hold = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    const control = target as HTMLElement;
    if (held && isGone(held.control) && held.around.includes(control)) return;
    if (control !== waiting?.stand) waiting = null;
    held = { control, around: around(control), twins: twinsOf(control) };
    past = [held, ...past.filter((one) => one.control !== control)].slice(0, memory);
    observer.observe(body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  };
  const letGo = () => {
    held = null;
    waiting = null;
    observer.disconnect();
  };
  const goOn = () => {
    waiting = null;
  };
  const find = () => {
    if (!waiting) return;
    if (!isNowhere() && page.activeElement !== waiting.stand) return goOn();
    const { control, twins } = waiting.lost;
    [control, ...twins.map((selector) => page.querySelector<HTMLElement>(selector))]
      .find((one) => one && isStop(one))
      ?.focus();
  };
  /** In the place that was left; what was floating is left for what it was opened from, or for that one's place. */
  const moveOn = (lost: Held) => {
    if (isClosed(lost)) {
      held = lost;
      waiting = { stand: null, lost };
      return;
    }
    for (const one of [lost, ...past]) {
      const stand = isStop(one.control) ? one.control : beside(one);
      if (!stand) continue;
      waiting = stand === one.control ? null : { stand, lost: one };
      stand.focus({ preventScroll: true });
      return find();
    }
    waiting = { stand: null, lost };
  };
  /** Whoever closes a dialog gives the keyboard back by himself, within two frames. */
  const look = (changes: MutationRecord[]) => {
    find();
    if (!held || !isGone(held.control)) return;
    const lost = { ...held, before: beforeCut(held.control, changes) };
    held = null;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (isStillLost(lost)) moveOn(lost);
      }),
    );
  };

  const observer = new MutationObserver(look);
  page.addEventListener('focusin', hold);
  page.addEventListener('pointerdown', letGo, true);
  page.addEventListener('keydown', goOn, true);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', hold);
    page.removeEventListener('pointerdown', letGo, true);
    page.removeEventListener('keydown', goOn, true);
  };
}

const isGone = (control: Element): boolean => !control.isConnected || control.matches(':disabled');
/** A form that is being sent: it opens again, or goes away with what it has done. */
const isClosed = (held: Held): boolean =>
  held.control.isConnected && held.control.closest('form') !== null && !beside(held);
const isStop = (control: Element): boolean =>
  !isGone(control) && (control.checkVisibility?.() ?? true);

function around(control: Element): Element[] {
  const parent = control.parentElement;
  return parent ? [parent, ...around(parent)] : [];
}

const beforeCut = (control: Element, changes: MutationRecord[]): Node | null =>
  changes.findLast(
    ({ target, removedNodes }) =>
      target.isConnected && [...removedNodes].some((cut) => cut.contains(control)),
  )?.previousSibling ?? null;

/** The next control in the place that was left, or the last one before it; none outside of its region. */
function beside({ control, around, before }: Held): HTMLElement | undefined {
  const base = around.find(({ isConnected }) => isConnected);
  const region = base?.closest(regions);
  if (!base || !region) return undefined;
  const mark = [control, before].find((one) => one?.isConnected) ?? base;
  const open = [...region.querySelectorAll<HTMLElement>(stops)];
  return (
    open.find((stop) => isAfter(stop, mark, mark === base) && isStop(stop)) ?? open.findLast(isStop)
  );
}

function isAfter(stop: Node, mark: Node, orWithin: boolean): boolean {
  const position = mark.compareDocumentPosition(stop);
  const isWithin = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (orWithin || !isWithin);
}

/** A cell is known by its table and its place, anything else by its name in its panel. */
function twinsOf(control: Element): string[] {
  const panel = control.closest('section[id]');
  const within = panel ? `#${CSS.escape(panel.id)} ` : '';
  const place = control.closest('[data-at]')?.getAttribute('data-at');
  if (place) {
    const grid = control.closest('[role="grid"]')?.getAttribute('aria-label') ?? '';
    return [
      `${within}[role="grid"][aria-label="${CSS.escape(grid)}"] [data-at="${place}"]`,
      `${within}[data-at="0:0"]`,
    ];
  }
  const name = control.getAttribute('aria-label');
  return name ? [`${within}${control.tagName}[aria-label="${CSS.escape(name)}"]`] : [];
}
