export const aliveEvent = 'atrium:alive';

/**
 * Buttons pressed while the page's code is still loading: a script in the head keeps them and presses them again when the page is
 * alive. Links, boxes and fields work without code; forms read what was entered (`kit/ui/form/early-values.ts`).
 */
export const earlyScript = `(function(){var d=document,kept=new Set();
function keep(e){var b=e.target.closest&&e.target.closest('button');if(b&&!b.disabled){e.preventDefault();kept.add(b)}}
d.addEventListener('click',keep,true);
d.addEventListener('${aliveEvent}',function(){d.removeEventListener('click',keep,true);kept.forEach(function(b){setTimeout(function(){if(b.isConnected)b.click()})})},{once:true})})()`;
