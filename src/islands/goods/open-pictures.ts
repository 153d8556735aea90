import { call } from '#lib/client/api.ts';
import { api } from '#lib/contract/api.ts';
// @unocss-include: this file has the classes of the thumbnails.
import type { GoodsDetail } from '#lib/contract/goods/calls.ts';
import { showPicture } from './show-picture.ts';

/** Visible thumbnails (rules 17). */
const atSight = 5;

interface Shelf {
  name: string;
  pictures: GoodsDetail['goods_image'];
  row: HTMLElement;
  at: number;
}

const shelves = new WeakMap<HTMLElement, Promise<Shelf | null>>();

/**
 * Puts the thumbnails of an item over the bottom of its card's picture; pointing at one shows its picture. Then moves
 * `by` pictures on.
 */
export async function showPictures(place: HTMLElement, by: number): Promise<void> {
  let opening = shelves.get(place);
  if (opening === undefined) {
    opening = openShelf(place);
    shelves.set(place, opening);
  }
  const shelf = await opening;
  if (shelf === null || by === 0) return;
  show(place, shelf, (shelf.at + by + shelf.pictures.length) % shelf.pictures.length);
  shelf.row.hidden = false;
  say(`${shelf.name}，第${shelf.at + 1}张图，共${shelf.pictures.length}张`);
}

function show(place: HTMLElement, shelf: Shelf, at: number): void {
  const picture = shelf.pictures[at];
  const shown = place.querySelector('img');
  if (picture === undefined || shown === null) return;
  shelf.at = at;
  showPicture(shown, picture.list);
  for (const [other, thumb] of [...shelf.row.children].entries())
    thumb.toggleAttribute('data-current', other === at);
}

async function openShelf(place: HTMLElement): Promise<Shelf | null> {
  const id = Number(place.closest<HTMLElement>('[data-goods]')?.dataset.goods);
  if (!id || place.querySelector('img') === null) return null;
  place.dataset.opened = '';
  const goods = await call(api.goodsDetail, { id }).catch(() => undefined);
  const pictures = goods?.goods_image.slice(0, atSight) ?? [];
  if (goods === undefined || pictures.length < 2) return null;
  const row = document.createElement('span');
  row.className = 'absolute inset-x-0 bottom-1 flex justify-center gap-1';
  const shelf: Shelf = { name: goods.name, pictures, row, at: 0 };
  for (const [at, picture] of pictures.entries()) {
    const thumb = new Image(34, 32);
    thumb.src = picture['list-mini'];
    thumb.alt = '';
    thumb.className =
      'w-34px h-tool object-contain rounded-tag border border-solid border-line bg-card cursor-pointer data-[current]:border-primary';
    thumb.toggleAttribute('data-current', at === 0);
    thumb.addEventListener('pointerenter', ({ pointerType }) => {
      if (pointerType === 'mouse') show(place, shelf, at);
    });
    row.append(thumb);
  }
  place.append(row);
  // When the pointer leaves, the card is restored.
  place.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    show(place, shelf, 0);
    row.hidden = true;
  });
  place.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'mouse') row.hidden = false;
  });
  return shelf;
}

let voice: HTMLElement | undefined;

/** Announces the shown picture to a screen reader. */
function say(words: string): void {
  if (voice === undefined) {
    voice = document.createElement('p');
    voice.className = 'sr-only';
    voice.setAttribute('role', 'status');
    document.body.append(voice);
  }
  voice.textContent = words;
}
