import { requestTimeout } from '#lib/contract/constants.ts';
import { faceClasses } from '../buy/views.ts';
import { amountClass, sizes } from '../ui/price-sizes.ts';

const { price, note } = faceClasses.card;
const { sign, whole } = sizes.normal;

/**
 * Runs inside the head, so it is plain text: on a buyer's page (shell/early-presses) it requests the prices at exactly
 * the address of `loadOffers` (client/api sorts and encodes it so, and uses this response), and writes each card's
 * price, or why there is none, where its island will render it. Prices are readable long before hydration; `BuyRow`
 * removes them. An item with a group-buy has another first price, and waits.
 */
export const earlyOffers = [
  `if('buyer' in document.documentElement.dataset){`,
  `var m=document.querySelector('meta[name=goods]').content;`,
  `if(m){`,
  `var u='/api/goods/offers?'+m.split(',').map(function(i){return'ids%5B%5D='+i}).join('&'),`,
  `p=fetch(u,{credentials:'same-origin',signal:AbortSignal.timeout(${requestTimeout})}).then(function(r){`,
  `return r.text().then(function(t){return{status:r.status,text:t}})});`,
  `window.earlyAnswer={address:u,answer:p};`,
  `p.then(function(a){`,
  `if(a.status!==200)return;`,
  `var o={};JSON.parse(a.text).data.forEach(function(g){o[g.id]=g});`,
  `function add(t,c,n){var e=document.createElement(t);e.className=c;if(n)n.append(e);return e}`,
  `function face(g){var e=document.createElement('div');e.dataset.early=g.id;`,
  `if(g.price===undefined){add('p','${note}',e).textContent=g.buy_state.text;return e}`,
  `var d=g.price.split('.'),s=add('span','${amountClass}',add('div','${price}',e));`,
  `add('span','${sign}',s).textContent='¥';`,
  `add('span','${whole}',s).textContent=d[0].replace(/\\B(?=(\\d{3})+$)/g,',');`,
  `add('span','${sign}',s).textContent='.'+d[1];return e}`,
  `function draw(){`,
  `document.querySelectorAll('astro-island[ssr][component-export=BuyRow]').forEach(function(i){`,
  `var g=o[i.parentElement.dataset.goods];`,
  // A price that arrives before the room for it is reserved would be lower for a moment.
  `if(g&&g.activity_type!==1&&i.firstElementChild&&!i.previousElementSibling.dataset.early)i.before(face(g))});`,
  // The page is still coming: before each of its frames.
  `if(document.readyState==='loading')requestAnimationFrame(draw)}`,
  `draw()},function(){})}}`,
].join('');
