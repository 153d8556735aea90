import { sharePicture } from '#lib/server/pages/share-picture.ts';
import { productSharePicture } from '#lib/server/pictures/share-pictures.ts';

export const GET = sharePicture((db, { id }, asker) => productSharePicture(db, id, asker));
