import { merchantPicture } from '#lib/server/engines/pictures/pictures.ts';
import { picture } from '#lib/server/web/pages/pictures.ts';

export const GET = picture((db, { id }, viewer) => merchantPicture(db, id, viewer));
