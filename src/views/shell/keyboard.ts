type Held = {
  control: HTMLElement;
  /** What the control stands in, from the inside out. */
  around: Element[];
  /** By what the same control is known when it is drawn again, best first. */
  twins: string[];
};

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const regions = 'section, aside, header, form, dialog, [role="dialog"]';
/** How many steps back are remembered. */
const memory = 50;

/**
 * Keeps the keyboard where it was when the control under it goes away: because its own act has removed or disabled it,
 * or because its panel is read anew. It goes on with the same control once that is drawn again, and until then, or
 * for good, with the next one in the place that was left. Without this a browser starts again at the top of the page.
 */
export function keepKeyboard(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined;
  const { body } = frame.ownerDocument;
  const page = frame.ownerDocument;
  let held: Held | null = null;
  let past: Held[] = [];
  /** Where it stands until its twin is drawn. */
  let waiting: { stand: HTMLElement; twins: string[] } | null = null;
  const isNowhere = () => page.activeElement === null || page.activeElement === body;

  const hold = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    const control = target as HTMLElement;
    if (control !== waiting?.stand) waiting = null;
    held = { control, around: around(control), twins: twinsOf(control) };
    past = [held, ...past.filter((one) => one.control !== control)].slice(0, memory);
  };
  const letGo = () => {
    held = null;
    waiting = null;
  };
  const goOn = () => {
    waiting = null;
  };
  const find = () => {
    if (!waiting) return;
    if (!isNowhere() && page.activeElement !== waiting.stand) return goOn();
    const twin = waiting.twins
      .map((selector) => page.querySelector<HTMLElement>(selector))
      .find((one) => one && isStop(one));
    if (twin) twin.focus();
  };
  /** Whoever closes a dialog gives the keyboard back by himself, within two frames. */
  const look = () => {
    find();
    if (!held || !isGone(held.control)) return;
    const lost = held;
    held = null;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (!isNowhere() && page.activeElement !== lost.control) return;
        const within = beside(lost);
        const stand = within ?? past.map(({ control }) => control).find(isStop);
        if (!stand) return;
        // What was floating is left for what it was opened from, which may be drawn again too.
        const opener = past.find(({ twins }) => twins.length > 0);
        waiting = { stand, twins: within ? lost.twins : (opener?.twins ?? []) };
        stand.focus({ preventScroll: true });
        find();
      }),
    );
  };

  const observer = new MutationObserver(look);
  observer.observe(body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
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
const isStop = (control: Element): boolean =>
  !isGone(control) && (control.checkVisibility?.() ?? true);

function around(control: Element): Element[] {
  const parent = control.parentElement;
  return parent ? [parent, ...around(parent)] : [];
}

/** The next control in the place that was left, or the last one before it; none outside of its region. */
function beside({ control, around }: Held): HTMLElement | undefined {
  const base = around.findIndex(({ isConnected }) => isConnected);
  const region = around[base]?.closest(regions);
  if (!region) return undefined;
  const mark = control.isConnected ? control : around[base];
  const open = [...region.querySelectorAll<HTMLElement>(stops)].filter(isStop);
  return (
    open.find(
      (stop) => mark && mark.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING,
    ) ?? open.at(-1)
  );
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
