import { productPicture } from '#lib/server/engines/pictures/pictures.ts';
import { picture } from '#lib/server/web/pages/pictures.ts';

export const GET = picture((db, { id, face }, viewer) => productPicture(db, id, face, viewer));
