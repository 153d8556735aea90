import { picture } from '#lib/server/pages/picture.ts';
import { adPicture } from '#lib/server/pictures/pictures.ts';

export const GET = picture((db, { id }, asker) => adPicture(db, id, asker));
