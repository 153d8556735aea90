import { picture } from '#lib/server/picture.ts';
import { productPicture } from '#lib/server/services/pictures/pictures.ts';

export const GET = picture((db, { id, face }, asker) => productPicture(db, id, face, asker));
