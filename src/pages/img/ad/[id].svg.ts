import { picture } from '#lib/server/picture.ts';
import { adPicture } from '#lib/server/services/pictures/pictures.ts';

export const GET = picture((db, { id }, asker) => adPicture(db, id, asker));
