import { textSharePicture } from '#lib/server/engines/pictures/share-pictures.ts';
import { sharePicture } from '#lib/server/web/pages/pictures.ts';
import { publishingAt } from '#lib/server/web/pages/publishing.ts';
import { findShareText } from '../../../content/share-texts.ts';

export const GET = sharePicture(async (_db, { name = '' }, viewer) => {
  const text = await findShareText(publishingAt(new Date()), name);
  return text === undefined ? null : textSharePicture(name, text, viewer);
});
