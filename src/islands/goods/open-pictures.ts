// @unocss-include: the classes of the thumbnails stand here.
import { loadGoods } from '#lib/client/stores/goods/goods.ts';

/** Thumbnails at sight (rules 17). */
const atSight = 5;

/** Puts the thumbnails of a goods over the foot of its card's picture; each shows its picture when it is pointed at. */
export async function openPictures(place: HTMLElement): Promise<void> {
  const id = Number(place.closest<HTMLElement>('[data-goods]')?.dataset.goods);
  const shown = place.querySelector('img');
  if (!id || shown === null) return;
  place.dataset.opened = '';
  const goods = await loadGoods(id).catch(() => undefined);
  const pictures = goods?.goods_image.slice(0, atSight) ?? [];
  if (pictures.length < 2) return;
  const row = document.createElement('span');
  row.className = 'absolute inset-x-0 bottom-1 flex justify-center gap-1';
  for (const [at, picture] of pictures.entries()) {
    const thumb = new Image(34, 32);
    thumb.src = picture['list-mini'];
    thumb.alt = '';
    thumb.className =
      'w-34px h-tool object-contain rounded-tag border border-solid border-line bg-card cursor-pointer data-[current]:border-primary';
    thumb.toggleAttribute('data-current', at === 0);
    thumb.addEventListener('pointerenter', () => {
      shown.src = picture.list;
      for (const other of row.children) other.toggleAttribute('data-current', other === thumb);
    });
    row.append(thumb);
  }
  place.append(row);
  // Left alone, the card is itself again.
  const front = shown.src;
  place.addEventListener('pointerleave', () => {
    shown.src = front;
    row.hidden = true;
  });
  place.addEventListener('pointerenter', () => {
    row.hidden = false;
  });
}
