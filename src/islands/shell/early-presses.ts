import { hintCookie, listViewKey, listViewSentKey, unpricedKey } from '#lib/contract/constants.ts';

/**
 * Marks the page as a buyer's before it is drawn: elements for visitors take no room, and the prices' room is reserved
 * only for those who see them (`rememberPriced`).
 */
const buyer = [
  `if(document.cookie.split('; ').includes('${hintCookie}=1')){var d=document.documentElement.dataset;d.buyer='';`,
  `try{if(localStorage.getItem('${unpricedKey}'))d.unpriced=''}catch(e){}}`,
].join('');

/** `/` anywhere except in a field focuses the search box, before any other script is loaded. */
const slash = [
  `addEventListener('keydown',function(e){`,
  `if(e.key!=='/'||e.isComposing||e.keyCode===229||e.ctrlKey||e.metaKey||e.altKey||e.target.closest('input,textarea,select,[contenteditable],dialog'))return;`,
  `var b=document.querySelector('[aria-keyshortcuts="/"]');`,
  `if(b){e.preventDefault();b.select()}})`,
].join('');

/** A list view chosen before the page's scripts are loaded is stored for the next page (stores/shell/list-view.ts). */
const view = [
  `addEventListener('click',function(e){var a=e.target.closest('a[data-view]');if(a)try{`,
  `localStorage.setItem('${listViewKey}',a.dataset.view);localStorage.setItem('${listViewSentKey}',' '+a.dataset.view)`,
  `}catch(e){}},true);`,
].join('');

/**
 * Ctrl+Enter presses the one big button that continues from a page, before any other script is loaded: if its island is
 * not hydrated yet the press is replayed like any other. For the shop's pages; at the desks a big button is not always
 * the final step.
 */
export const mainKey = [
  `addEventListener('keydown',function(e){`,
  `if(e.key!=='Enter'||!(e.ctrlKey||e.metaKey)||e.altKey||e.isComposing||e.keyCode===229||document.querySelector('dialog[open]'))return;`,
  `var b=[].find.call(document.querySelectorAll('main button.btn-big:enabled'),function(b){return b.offsetParent});`,
  `if(b){e.preventDefault();e.stopPropagation();b.click()}},true);`,
].join('');

/**
 * Runs inside the head, so it is plain text: a button pressed before its island is hydrated is pressed again
 * afterwards; on a slow connection no visible button is dead. The event in between makes React finish hydrating at
 * once, effects included, so that early input (ui/use-early) is known before the press. The same applies to a link that
 * does more than navigate (`data-early`), unless it was to open elsewhere. While a press of an island waits for its
 * turn (`data-waits`), later presses of the island queue behind it: a browser answers the mouse before a timer.
 */
export const earlyPresses = [
  buyer,
  view,
  `(function(){var own;addEventListener('click',function(e){`,
  `var b=e.target.closest('button,a[data-early]'),i=b&&b!==own&&b.closest('astro-island[ssr],astro-island[data-waits]');`,
  `if(!i||b.hasAttribute('popovertarget')||b.form&&b.form.hasAttribute('action'))return;`,
  `if(b.href&&(e.ctrlKey||e.metaKey||e.shiftKey))return;`,
  `e.preventDefault();e.stopPropagation();b.dataset.pressed='';i.dispatchEvent(new Event('press'));`,
  `i.dataset.waits=+(i.dataset.waits||0)+1;`,
  `var again=function(){`,
  `delete b.dataset.pressed;`,
  `b.dispatchEvent(new Event('dragend',{bubbles:true}));`,
  `setTimeout(function(){--i.dataset.waits||delete i.dataset.waits;own=b;b.click();own=null})};`,
  `i.hasAttribute('ssr')?i.addEventListener('astro:hydrate',again,{once:true}):again()},true)})();`,
  slash,
].join('');
