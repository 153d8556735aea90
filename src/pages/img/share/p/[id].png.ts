import { productSharePicture } from '#lib/server/engines/pictures/share-pictures.ts';
import { sharePicture } from '#lib/server/web/pages/pictures.ts';

export const GET = sharePicture((db, { id }, viewer) => productSharePicture(db, id, viewer));
