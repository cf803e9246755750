/**
 * What somebody presses and types while the page is seen but its code is still on the way. Nothing of it is lost: a script in
 * the document's head writes it down, and the page does it once it is alive.
 */
type Early = {
  /** In the order of pressing; check boxes as often as they were pressed, buttons once. */
  presses: HTMLElement[];
  /** Fields with what was typed last. */
  typed: Map<HTMLElement, string>;
  end: () => void;
};
declare global {
  interface Window {
    atriumEarly?: Early;
  }
}

/** Links work by themselves; check boxes change at once and are told later; all else waits. React hears none of it, else it would be done twice. */
export const earlyScript = `(function(){var w=window,d=document,presses=[],typed=new Map(),m='input[type=checkbox],input[type=radio]';
function press(e){var b=e.target.closest&&e.target.closest('button,summary,[role=button],[role=tab],[role=switch],'+m);if(!b||b.disabled)return;e.stopPropagation();if(b.matches(m)){presses.push(b);return}e.preventDefault();if(presses.indexOf(b)<0)presses.push(b)}
function send(e){e.preventDefault()}
function type(e){if(typeof e.target.value==='string'&&!e.target.matches(m))typed.set(e.target,e.target.value)}
d.addEventListener('click',press,true);d.addEventListener('submit',send,true);d.addEventListener('input',type,true);
w.atriumEarly={presses:presses,typed:typed,end:function(){d.removeEventListener('click',press,true);d.removeEventListener('submit',send,true);d.removeEventListener('input',type,true)}}})()`;

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

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

/** A check box, or all radio buttons of which one can be chosen. */
function withItsGroup(pressed: HTMLElement): HTMLInputElement[] {
  if (!(pressed instanceof HTMLInputElement)) return [];
  const named = pressed.type === 'radio' ? [...document.getElementsByName(pressed.name)] : [];
  return [pressed, ...named.filter((one) => one instanceof HTMLInputElement)];
}

/**
 * Before the page is taken over: puts check boxes back to what the server drew, which is what the page's state says.
 * @returns does again what was typed and pressed; to be called once the page is alive
 */
export function takeEarly(page: Window): () => Promise<void> {
  const early = page.atriumEarly;
  if (early === undefined) return async () => undefined;
  for (const one of early.presses.flatMap(withItsGroup)) one.checked = one.defaultChecked;
  return async () => {
    early.end();
    for (const [field, value] of early.typed) typeInto(field, value);
    for (const one of early.presses) {
      // each sees what the one before it changed
      await nextTask();
      if (one.isConnected) one.click();
    }
  };
}
