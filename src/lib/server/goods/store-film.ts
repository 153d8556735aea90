/** Stores a film of an item, uploaded by staff. */
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { putFilm } from '../ports/files/films.ts';

/** Stores the file under its own name and records who did. Throws as {@link putFilm} does; then nothing is written. */
export async function storeFilm(context: Context<'platform'>, file: string): ReturnType<typeof putFilm> {
  const put = await putFilm(file, context.now);
  if (put.isNew)
    await context.db.transaction((tx) =>
      writeAudit(tx, recordOf(context), {
        act: 'film.put',
        subject: 'film',
        key: put.name,
        before: null,
        after: { bytes: put.bytes, sha256: put.sha256 },
        at: context.now,
      }),
    );
  return put;
}
