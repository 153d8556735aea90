/** Which pictures of a product a viewer sees: its own, or drawn ones (rules 1). */
import { faces, ownPicturePath, picturePath } from '#lib/contract/goods/pictures.ts';
import { isPrescription } from '#lib/rules/goods/otc.ts';

/** The facts that decide which pictures of a product are shown. */
export interface Pictured {
  /** Names of its own in the store. */
  pictures: readonly string[];
  otc: string;
}

/** Whether those of its own are for approved buyers only: everybody else sees it drawn. */
export function hasGuardedPictures({ pictures, otc }: Pictured): boolean {
  return pictures.length > 0 && isPrescription(otc);
}

/** The pictures of its own that the asker may see; none: it is drawn. */
function ownPictures(product: Pictured, isApproved: boolean): readonly string[] {
  return isApproved || !hasGuardedPictures(product) ? product.pictures : [];
}

/** The small picture of a line. `isApproved` is of the asker, who then sees pictures of prescription goods. */
export function lineImage(product: Pictured, productId: number, isApproved: boolean): string {
  const [own] = ownPictures(product, isApproved);
  return own === undefined ? picturePath(productId) : ownPicturePath(own, 'mini');
}

/** The pictures of a product, its own or one a face, in their sizes; and the one that a card shows. */
export function goodsImages(product: Pictured, productId: number, isApproved: boolean) {
  const own = ownPictures(product, isApproved).map((name) => ({
    image_url: ownPicturePath(name, 'full'),
    list: ownPicturePath(name, 'list'),
    'list-mini': ownPicturePath(name, 'mini'),
  }));
  const drawn = () =>
    faces.map((face) => {
      const url = picturePath(productId, face);
      return { image_url: url, list: url, 'list-mini': url };
    });
  const images = own.length > 0 ? own : drawn();
  return { image: images[0]?.list ?? picturePath(productId), goods_image: images };
}
