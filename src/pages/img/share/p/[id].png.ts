import { productSharePicture } from '#lib/server/engines/pictures/share-pictures.ts';
import { sharePicture } from '#lib/server/web/pages/share-picture.ts';

export const GET = sharePicture((db, { id }, asker) => productSharePicture(db, id, asker));
