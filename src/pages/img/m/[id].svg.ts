import { picture } from '#lib/server/pages/picture.ts';
import { merchantPicture } from '#lib/server/pictures/pictures.ts';

export const GET = picture((db, { id }, asker) => merchantPicture(db, id, asker));
