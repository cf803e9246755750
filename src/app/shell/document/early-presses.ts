/**
 * What somebody presses and types while the page is seen but its code is still on the way. Nothing of it is lost: a script in
 * the document's head writes it down, and the page does it once that part of it is alive. React takes a page over part by part:
 * its root may stand while a form below waits for code, and events that reach that form before are forgotten.
 */
type EarlyPresses = {
  /** In the order of pressing; check boxes as often as they were pressed, buttons once. */
  presses: HTMLElement[];
  /** Fields with what was typed last, a moment after they came alive too. */
  typed: Map<HTMLElement, string>;
  end: () => void;
};
declare global {
  interface Window {
    atriumEarly?: EarlyPresses;
  }
}

/** React's mark on elements that it has taken over; it tells nobody else. */
const mark = '__reactProps$';

/** Links work by themselves; check boxes change at once and React hears of it later; all else waits. React hears none of it, else it would be done twice. */
export const earlyScript = `(function(){var w=window,d=document,presses=[],typed=new Map(),m='input[type=checkbox],input[type=radio]';
function alive(x){return Object.keys(x).some(function(k){return k.indexOf('${mark}')===0})}
function press(e){var b=e.target.closest&&e.target.closest('button,summary,[role=button],[role=tab],[role=switch],'+m);if(!b||b.disabled||alive(b))return;e.stopPropagation();if(b.matches(m)){presses.push(b);return}e.preventDefault();if(presses.indexOf(b)<0)presses.push(b)}
function send(e){if(!alive(e.target))e.preventDefault()}
function type(e){if(typeof e.target.value==='string'&&!e.target.matches(m)&&(typed.has(e.target)||!alive(e.target)))typed.set(e.target,e.target.value)}
d.addEventListener('click',press,true);d.addEventListener('submit',send,true);d.addEventListener('input',type,true);
w.atriumEarly={presses:presses,typed:typed,end:function(){d.removeEventListener('click',press,true);d.removeEventListener('submit',send,true);d.removeEventListener('input',type,true)}}})()`;

/** Milliseconds after which a part that is still not alive is given up. */
const patience = 30_000;
const isAlive = (one: Element): boolean => Object.keys(one).some((key) => key.startsWith(mark));
const isWhole = (): boolean => [...document.querySelectorAll('#root :is(input, textarea, select, button)')].every(isAlive);
const nextLook = () => new Promise<void>((resolve) => setTimeout(resolve, 15));
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** What React takes over at once: what stands between the same two of its marks. `null`: what stands between none. */
function partOf(one: Node): Node | null {
  let closed = 0;
  for (let node: Node | null = one; node !== null; node = node.previousSibling ?? node.parentNode) {
    if (!(node instanceof Comment)) continue;
    if (node.data === '/$') closed += 1;
    else if (node.data.startsWith('$')) {
      if (closed === 0) return node;
      closed -= 1;
    }
  }
  return null;
}

/** Sets a field as if it were typed in now: the value is put past React's own record of it, so that it sees a change. */
function typeInto(field: HTMLElement, value: string): void {
  const kind = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find((one) => field instanceof one);
  if (kind === undefined || !field.isConnected) return;
  const put = Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set;
  Reflect.set(field, 'value', '');
  put?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** How often a field that was emptied by being taken over gets its words once more. */
const mostTimes = 5;
/** Types what can be typed by now. `times`: how often each field was typed into. */
function typeAgain({ typed }: EarlyPresses, times: Map<HTMLElement, number>): void {
  for (const [field, value] of typed) {
    const before = times.get(field) ?? 0;
    const stands = before > 0 && Reflect.get(field, 'value') !== '';
    if (!field.isConnected || stands || before === mostTimes) typed.delete(field);
    else if (isAlive(field)) {
      typeInto(field, value);
      times.set(field, before + 1);
    }
  }
}

/** Does the presses that can be heard by now, in their order within each part, and there after what was typed. `begun`: boxes pressed again so far. */
async function pressAgain({ presses, typed }: EarlyPresses, begun: Set<HTMLElement>): Promise<void> {
  const waiting = new Set([...typed.keys()].map(partOf));
  for (const one of [...presses]) {
    const part = partOf(one);
    if (one.isConnected && (waiting.has(part) || !isAlive(one))) {
      waiting.add(part);
      continue;
    }
    presses.splice(presses.indexOf(one), 1);
    // each sees what the one before it changed
    await nextTask();
    // React takes over a box as it looks, so that the same press would undo it, and on a radio button be none
    if (one instanceof HTMLInputElement && !begun.has(one)) one.checked = one.type === 'checkbox' && one.defaultChecked;
    begun.add(one);
    if (one.isConnected) one.click();
  }
}

/** @returns does again what was typed and pressed, each as soon as its part of the page is alive; to be called once the root is */
export function takeEarly(page: Window): () => Promise<void> {
  const early = page.atriumEarly;
  if (early === undefined) return async () => undefined;
  return async () => {
    const end = Date.now() + patience;
    const times = new Map<HTMLElement, number>();
    const begun = new Set<HTMLElement>();
    while (Date.now() < end) {
      typeAgain(early, times);
      await pressAgain(early, begun);
      if (early.typed.size === 0 && early.presses.length === 0 && isWhole()) break;
      await nextLook();
    }
    early.end();
    delete page.atriumEarly;
  };
}
