import { picture } from '#lib/server/picture.ts';
import { brandPicture } from '#lib/server/services/pictures/pictures.ts';

export const GET = picture((db, { id }, asker) => brandPicture(db, id, asker));
