import { picture } from '#lib/server/picture.ts';
import { merchantPicture } from '#lib/server/services/pictures/pictures.ts';

export const GET = picture((db, { id }, asker) => merchantPicture(db, id, asker));
