import { picture } from '#lib/server/pages/picture.ts';
import { brandPicture } from '#lib/server/pictures/pictures.ts';

export const GET = picture((db, { id }, asker) => brandPicture(db, id, asker));
