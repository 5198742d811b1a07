import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from '#views/kit/keep-focus.ts';

let stop: (() => void) | undefined;

beforeEach(() => {
  document.body.innerHTML = '<div id="frame"></div>';
});
afterEach(() => {
  stop?.();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

/** A page with the focus keeper running. */
function draw(html: string): void {
  const frame = one('#frame');
  frame.innerHTML = html;
  stop = keepFocus(frame);
}

function one(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing on the page is ${selector}.`);
  return found;
}

const frameDrawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
/** The keeper waits two frames for other code that returns the focus. */
async function settled(): Promise<void> {
  for (let frames = 0; frames < 4; frames += 1) await frameDrawn();
}

const focused = () => document.activeElement?.id;

/** Three active filters, each with its remove button. */
const chips = `
  <section>
    <button id="before">Before</button>
    <ul>
      <li id="li1"><button id="one">x</button></li>
      <li id="li2"><button id="two">x</button></li>
      <li id="li3"><button id="three">x</button></li>
    </ul>
    <button id="clear">Clear all</button>
  </section>
  <section><button id="elsewhere">Elsewhere</button></section>`;

/** A panel with a table of so many rows. */
const grid = (name: string) => `
  <div class="table"><table role="grid" aria-label="Figures by ${name}"><tr>
    <td data-at="0:0" tabindex="-1">${name} 0</td><td data-at="1:0" tabindex="-1">${name} 1</td>
  </tr></table></div>`;
const panel = `<section id="breakdown"><input id="find"><div id="room">${grid('campaign')}</div></section>`;
const cell = (place: string) => one(`[data-at="${place}"]`);

describe('the focus, when its control disappears', () => {
  it('moves to the control that takes its place', async () => {
    draw(chips);
    one('#two').focus();
    one('#li2').remove();
    await settled();
    expect(focused()).toBe('three');
    one('#li3').remove();
    await settled();
    expect(focused()).toBe('clear');
  });

  it('moves to the replaced content', async () => {
    draw(
      '<section><button id="rows">Rows</button><span id="on"><button id="x">x</button></span><input></section>',
    );
    one('#x').focus();
    const off = Object.assign(document.createElement('button'), { id: 'off' });
    one('#on').replaceWith(off);
    await settled();
    expect(focused()).toBe('off');
  });

  it('moves to the last one before it when none follows, and never outside of its region', async () => {
    draw(chips);
    one('#clear').focus();
    one('#clear').remove();
    await settled();
    expect(focused()).toBe('three');
  });

  it('moves to the next one when its action disables it', async () => {
    draw('<section><button id="previous">‹</button><button id="next">›</button></section>');
    one('#next').focus();
    one('#next').setAttribute('disabled', '');
    await settled();
    expect(focused()).toBe('previous');
  });

  it.each([
    ['nowhere', null],
    ['at another way', '#out'],
  ])(
    'returns to the control of a form that was closed while it was sent, %s before',
    async (_, before) => {
      draw(
        '<form><input id="name"><button id="save">Save</button></form><a id="out" href="#x">Out</a>',
      );
      if (before) one(before).focus();
      one('#name').focus();
      const closed = [one('#name'), one('#save')];
      // A browser moves the focus away from a disabled control.
      one('#name').blur();
      for (const control of closed) control.setAttribute('disabled', '');
      await settled();
      expect(document.activeElement).toBe(document.body);
      for (const control of closed) control.removeAttribute('disabled');
      await settled();
      expect(focused()).toBe('name');
    },
  );

  it('returns to the control that opened a form once that has been sent and is gone', async () => {
    draw('<button id="opener">Add</button><form><input id="name"></form>');
    one('#opener').focus();
    one('#name').focus();
    one('#name').blur();
    one('#name').setAttribute('disabled', '');
    await settled();
    one('form').remove();
    await settled();
    expect(focused()).toBe('opener');
  });

  it('skips disabled controls and those for arrow keys only', async () => {
    draw(
      '<section><button id="go">1</button><button disabled>2</button><button tabindex="-1">3</button><a id="link" href="#x">4</a></section>',
    );
    one('#go').focus();
    one('#go').remove();
    await settled();
    expect(focused()).toBe('link');
  });

  it('stays in the same cell when the table is rendered again, and beside it until then', async () => {
    draw(panel);
    cell('1:0').focus();
    one('#room').innerHTML = '<p>Reading</p>';
    await settled();
    expect(focused()).toBe('find');
    one('#room').innerHTML = grid('campaign');
    await settled();
    expect(document.activeElement).toBe(cell('1:0'));
  });

  it('starts at the top of a table of other rows', async () => {
    draw(panel);
    cell('1:0').focus();
    one('#room').innerHTML = grid('device');
    await settled();
    expect(document.activeElement).toBe(cell('0:0'));
  });

  it('moves to the table whose menu disappeared with it', async () => {
    draw(panel);
    cell('1:0').focus();
    const menu = document.createElement('div');
    menu.innerHTML =
      '<div id="menu" role="menu" aria-label="Menu of campaign 1" tabindex="-1"><div id="item" role="menuitem" tabindex="-1">Device</div></div>';
    document.body.append(menu);
    one('#menu').focus();
    one('#item').focus();
    menu.remove();
    one('#room').innerHTML = '<p>Reading</p>';
    await settled();
    expect(focused()).toBe('find');
    one('#room').innerHTML = grid('device');
    await settled();
    expect(document.activeElement).toBe(cell('0:0'));
  });

  it('returns to the control that opened a popover', async () => {
    draw('<section><button id="first">A</button><button id="opener">B</button></section>');
    one('#opener').focus();
    const popup = document.createElement('div');
    popup.innerHTML = '<div role="dialog"><button id="inside">C</button></div>';
    document.body.append(popup);
    one('#inside').focus();
    popup.remove();
    await settled();
    expect(focused()).toBe('opener');
  });

  it('stays in a region inside a popover that is focused as a whole', async () => {
    draw(
      '<div id="popup" role="dialog" tabindex="-1"><label id="gone"><input id="a"></label><label><input id="b"></label></div>',
    );
    one('#a').focus();
    one('#gone').remove();
    one('#popup').focus();
    await settled();
    expect(focused()).toBe('b');
  });

  it('stays where other code has moved it meanwhile', async () => {
    draw(chips);
    one('#two').focus();
    one('#li2').remove();
    one('#elsewhere').focus();
    await settled();
    expect(focused()).toBe('elsewhere');
  });

  it('no longer waits for a control after the next key', async () => {
    draw(panel);
    cell('1:0').focus();
    one('#room').innerHTML = '<p>Reading</p>';
    await settled();
    one('#find').dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    one('#room').innerHTML = grid('campaign');
    await settled();
    expect(focused()).toBe('find');
  });

  it('is not moved after use of a pointer', async () => {
    draw(chips);
    one('#two').focus();
    one('#two').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    one('#li2').remove();
    await settled();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the cost of keeping the focus', () => {
  const watched = () => ({
    observe: vi.spyOn(MutationObserver.prototype, 'observe'),
    frames: vi.spyOn(window, 'requestAnimationFrame'),
    lookups: [
      vi.spyOn(document, 'querySelector'),
      vi.spyOn(Element.prototype, 'querySelectorAll'),
      vi.spyOn(Element.prototype, 'getAttribute'),
    ],
  });
  const changed = async () => {
    const room = one('#room');
    vi.mocked(document.querySelector).mockClear();
    for (let times = 0; times < 20; times += 1) {
      room.append(document.createElement('p'));
      await Promise.resolve();
    }
  };

  it('is nothing without a focus: the page is not observed', async () => {
    const { observe } = watched();
    draw(panel);
    await changed();
    expect(observe).not.toHaveBeenCalled();
  });

  it('is not a single look-up while the page changes around the focus', async () => {
    draw(panel);
    one('#find').focus();
    const { frames, lookups } = watched();
    await changed();
    expect(frames).not.toHaveBeenCalled();
    for (const lookup of lookups) expect(lookup).not.toHaveBeenCalled();
  });

  it('ends with a pointer: the page is no longer observed', async () => {
    draw(panel);
    one('#find').focus();
    const disconnect = vi.spyOn(MutationObserver.prototype, 'disconnect');
    one('#find').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(disconnect).toHaveBeenCalledOnce();
  });
});
