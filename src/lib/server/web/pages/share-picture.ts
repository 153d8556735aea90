import type { APIRoute } from 'astro';
import type { Db } from '../../db/client.ts';
import type { Picture } from '../../engines/pictures/picture.ts';
import { canWriteChinese } from '../../engines/pictures/raster.ts';
import { picture } from './picture.ts';

type Find = (db: Db, params: Record<string, string | undefined>, viewer: string) => Promise<Picture | null>;

/** A route for the picture of a shared link; the shop's own where this machine has no font for Chinese. */
export function sharePicture(find: Find): APIRoute {
  const answer = picture(find);
  return (context) => (canWriteChinese() ? answer(context) : context.redirect('/og.png', 302));
}
