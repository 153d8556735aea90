/**
 * Takes out what was closed in this browser (`data-still`) before it is painted: nothing jumps. Stands right behind it in
 * the page, so it is plain text. ads.ts closes it.
 */
export const closedEarly = [
  `try{document.querySelectorAll('[data-still]').forEach(function(e){`,
  `if(localStorage.getItem('closed:'+e.dataset.still))e.hidden=true})}catch(e){}`,
].join('');
