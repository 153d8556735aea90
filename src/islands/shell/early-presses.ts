import { hintCookie, listViewKey, listViewSentKey, unpricedKey } from '#lib/contract/constants.ts';

/**
 * Marks the page as a buyer's before anything of it is drawn: what is not for one takes no place, and the prices' place is
 * kept only for those who see them (`rememberPriced`).
 */
const buyer = [
  `if(document.cookie.split('; ').includes('${hintCookie}=1')){var d=document.documentElement.dataset;d.buyer='';`,
  `try{if(localStorage.getItem('${unpricedKey}'))d.unpriced=''}catch(e){}}`,
].join('');

/** `/` anywhere but in a field leads to the search box, from the first moment of the page on. */
const slash = [
  `addEventListener('keydown',function(e){`,
  `if(e.key!=='/'||e.isComposing||e.keyCode===229||e.ctrlKey||e.metaKey||e.altKey||e.target.closest('input,textarea,select,[contenteditable],dialog'))return;`,
  `var b=document.querySelector('[aria-keyshortcuts="/"]');`,
  `if(b){e.preventDefault();b.select()}})`,
].join('');

/** A view of a list that is chosen before the page's scripts came is kept for the next page (stores/shell/list-view.ts). */
const view = [
  `addEventListener('click',function(e){var a=e.target.closest('a[data-view]');if(a)try{`,
  `localStorage.setItem('${listViewKey}',a.dataset.view);localStorage.setItem('${listViewSentKey}',' '+a.dataset.view)`,
  `}catch(e){}},true);`,
].join('');

/**
 * Ctrl+Enter presses the one big button that leads on from a page, from the first moment of the page on: where its island
 * is not alive yet the press is kept like any other. For the shop's pages; at the desks a big button is not always the last word.
 */
export const mainKey = [
  `addEventListener('keydown',function(e){`,
  `if(e.key!=='Enter'||!(e.ctrlKey||e.metaKey)||e.altKey||e.isComposing||e.keyCode===229||document.querySelector('dialog[open]'))return;`,
  `var b=[].find.call(document.querySelectorAll('main button.btn-big:enabled'),function(b){return b.offsetParent});`,
  `if(b){e.preventDefault();e.stopPropagation();b.click()}},true);`,
].join('');

/**
 * Runs inside the head, so it is plain text: a button that is pressed before its island came to life is pressed again
 * as soon as it did; on a slow line nothing that looks like a button is dead. The event in between makes React finish
 * hydrating at once, effects included, so that what was typed early (ui/use-early) is known before the press. So is a link
 * that does more than lead on (`data-early`), unless it was to open elsewhere.
 */
export const earlyPresses = [
  buyer,
  view,
  `addEventListener('click',function(e){`,
  `var b=e.target.closest('button,a[data-early]'),i=b&&b.closest('astro-island[ssr]');`,
  `if(!i||b.hasAttribute('popovertarget')||b.form&&b.form.hasAttribute('action'))return;`,
  `if(b.href&&(e.ctrlKey||e.metaKey||e.shiftKey))return;`,
  `e.preventDefault();e.stopPropagation();b.dataset.pressed='';i.dispatchEvent(new Event('press'));`,
  `i.addEventListener('astro:hydrate',function(){`,
  `delete b.dataset.pressed;`,
  `b.dispatchEvent(new Event('dragend',{bubbles:true}));`,
  `setTimeout(function(){b.click()})},{once:true})},true);`,
  slash,
].join('');
