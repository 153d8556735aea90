import { offerPicture } from '#lib/server/engines/pictures/pictures.ts';
import { picture } from '#lib/server/web/pages/pictures.ts';

export const GET = picture((db, { id }, viewer) => offerPicture(db, id, viewer));
