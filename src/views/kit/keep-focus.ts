type FocusRecord = {
  control: HTMLElement;
  /** The ancestors of the control, innermost first. */
  around: Element[];
  /** Selectors that find the control when it is rendered again, best first. */
  twins: string[];
  /** The node before the removed part. */
  before?: Node | null;
};

const stops = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]']
  .map((kind) => `${kind}:not(:disabled):not([tabindex="-1"])`)
  .join();
const regions = 'section, aside, header, form, dialog, [role="dialog"]';
/** How many earlier controls are remembered. */
const memory = 50;

/**
 * Restores the focus when the focused control disappears: its action removed or disabled it, or its panel reloaded. The
 * focus returns to the same control once it is rendered again, and until then, or for good, to the next control in its
 * place. Without this, browsers restart at the top of the page.
 *
 * It observes the page only while a control has the focus, and does work only when that is lost.
 */
export function keepFocus(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined;
  const page = frame.ownerDocument;
  const { body } = page;
  let held: FocusRecord | null = null;
  let past: FocusRecord[] = [];
  /** Where the focus waits until its control is enabled or rendered again; nowhere while a whole form is disabled. */
  let waiting: { stand: HTMLElement | null; lost: FocusRecord } | null = null;
  const isNowhere = () => page.activeElement === null || page.activeElement === body;
  /** After a loss the focus is on the body, or on the container of a floating part. */
  const isStillLost = ({ control, around }: FocusRecord) =>
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
  /**
   * Moves to the next control in the place that was lost; from a floating part, to its trigger or the place of that.
   */
  const moveOn = (lost: FocusRecord) => {
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
  /** A closing dialog restores the focus itself, within two frames. */
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
/** Whether a form is disabled while it is sent: it is enabled again, or disappears with its success. */
const isClosed = (held: FocusRecord): boolean =>
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

/** The next control in the lost place, or the previous one; null outside its region. */
function beside({ control, around, before }: FocusRecord): HTMLElement | undefined {
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

/** A cell is found by its table and position, any other control by its name in its panel. */
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
