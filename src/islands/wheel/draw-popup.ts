import { hintCookie } from '#lib/contract/constants.ts';

/** The Shanghai day on which this browser has shown the popup: it shows it once a day. */
const key = 'yp-draw-asked';

/**
 * Asks, when the page is idle, whether the company has a chance left (`is_join` 0), and puts the popup into
 * the page. Plain text inside the page, so that no script of another page grows. The popup's island needs what the
 * frame's own islands have brought: the element `astro-island` and the directive `idle`.
 */
export const drawPopup = [
  `(function(){`,
  `if(!document.cookie.split('; ').includes('${hintCookie}=1'))return;`,
  `var d=new Date(Date.now()+288e5).toISOString().slice(0,10);`,
  `try{if(localStorage.getItem('${key}')===d)return}catch(e){return}`,
  `var get=function(u,k){return fetch(u,{credentials:'same-origin'}).then(function(r){if(!r.ok)throw 0;return r[k]()})};`,
  `var run=function(){get('/api/draw/simple','json').then(function(a){`,
  `if(!a.data||a.data.is_join!==0)return;`,
  `return get('/zpcj/popup?id='+a.data.id,'text').then(function(h){localStorage.setItem('${key}',d);document.body.insertAdjacentHTML('beforeend',h)})`,
  `}).catch(function(){})};`,
  `addEventListener('load',function(){(window.requestIdleCallback||setTimeout)(run,{timeout:4e3})});`,
  `})()`,
].join('');
