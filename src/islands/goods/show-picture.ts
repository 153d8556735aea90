/** Shows another picture in the place of one that came with the page in several sizes. */
export function showPicture(image: HTMLImageElement, url: string): void {
  const parent = image.closest('picture');
  for (const source of parent?.querySelectorAll('source') ?? []) source.remove();
  image.removeAttribute('srcset');
  image.src = url;
}
