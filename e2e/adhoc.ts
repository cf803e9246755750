import { newPerson, openBrowser } from './people.ts';
import { startProduct } from './product.ts';
import { makeRoom, register, startRoom } from './steps.ts';
const product = await startProduct({ env: { LOG_LEVEL: 'debug' } });
const browser = await openBrowser();
const p = await newPerson(browser, product.url);
await p.page.goto(product.firstRunLink ?? ''); await register(p.page, { email: 'operator@example.org', name: 'Olga Berg', organisation: 'The Operators', password: 'six green lamps glow' });
const path = await makeRoom(p.page, { name: 'Room X', slug: 'xxx-x' }).catch(async (e) => { await p.page.screenshot({ path: '/tmp/d2/a.png' }); await browser.close(); await product.stop(); throw e; });
await startRoom(p.page, path);
for (let i = 0; i < 4; i++) {
  await new Promise((r) => setTimeout(r, 3000));
  const t = (await p.context.cookies()).find((c) => c.name === 'auth._token.local');
  const h = { authorization: decodeURIComponent(t?.value ?? '') };
  console.log(await (await fetch(`${product.url}/api/rooms/${path.split('/').pop()}`, { headers: h })).text());
  console.log((await (await fetch(`${product.url}/api/meetings?view=mine&limit=1`, { headers: h })).text()).slice(0, 500));
}
console.log(product.said().slice(-3000));
await browser.close();
await product.stop();
