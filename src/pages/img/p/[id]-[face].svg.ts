import { picture } from '#lib/server/pages/picture.ts';
import { productPicture } from '#lib/server/pictures/pictures.ts';

export const GET = picture((db, { id, face }, asker) => productPicture(db, id, face, asker));
