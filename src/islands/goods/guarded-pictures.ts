/** Pictures that are for approved buyers only, in the place of the drawn ones that the page came with. */
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { showPicture } from './show-picture.ts';

export function showGuardedPictures(offers: Iterable<Offer | null>): void {
  for (const offer of offers) {
    if (!offer?.goods_image) continue;
    for (const place of document.querySelectorAll(`[data-goods="${offer.id}"]`)) {
      const shown = place.querySelector<HTMLImageElement>('[data-pictures] img, .picture img');
      if (shown && offer.image) showPicture(shown, offer.image);
      const gallery = place.querySelector<HTMLElement>('[data-gallery]');
      if (gallery) replace(gallery, offer.goods_image);
    }
  }
}

/** Puts other pictures in the place of all, in copies of the slide and thumbnail that the page came with; a film stays. */
function replace(gallery: HTMLElement, pictures: GoodsItem['goods_image']): void {
  if (gallery.dataset.own === '') return;
  gallery.dataset.own = '';
  const { name = '' } = gallery.dataset;
  refill(gallery.querySelector('[data-track]'), pictures, (image, picture, at) => {
    image.alt = `${name} 图${at + 1}`;
    showPicture(image, picture.image_url);
  });
  refill(gallery.querySelector('[data-thumbs]'), pictures, (image, picture) => {
    showPicture(image, picture['list-mini']);
  });
  const slides = gallery.querySelectorAll('[data-track] > li');
  const buttons = gallery.querySelectorAll<HTMLElement>('[data-show]');
  for (const [at, slide] of slides.entries())
    slide.setAttribute('aria-label', `第${at + 1}张，共${slides.length}张`);
  for (const [at, button] of buttons.entries()) {
    button.dataset.show = String(at);
    const title = button.querySelector('.i-lucide-circle-play') ? '视频' : `图${at + 1}`;
    button.setAttribute('aria-label', `看${title}（${at + 1}/${buttons.length}）`);
    if (at === 0) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  gallery.querySelector('[data-track]')?.scrollTo({ left: 0 });
  const count = gallery.querySelector('[data-count]');
  if (count) count.textContent = `1 / ${slides.length}`;
}

function refill(
  list: Element | null,
  pictures: GoodsItem['goods_image'],
  fill: (image: HTMLImageElement, picture: GoodsItem['goods_image'][number], at: number) => void,
): void {
  const [first, ...others] = [...(list?.children ?? [])];
  if (!list || first === undefined) return;
  const films = others.filter((place) => place.querySelector('video, .i-lucide-circle-play'));
  const made = pictures.map((picture, at) => {
    const place = document.importNode(first, true);
    for (const image of place.querySelectorAll('img')) fill(image, picture, at);
    return place;
  });
  list.replaceChildren(...made.slice(0, 1), ...films, ...made.slice(1));
}
