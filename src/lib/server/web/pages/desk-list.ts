/** Pages and files of the declared lists of the desks. */
import type { APIRoute, AstroGlobal } from 'astro';
import { api } from '#lib/contract/api.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { bulkRunId } from '#lib/contract/desk/bulk.ts';
import { callsOf } from '#lib/contract/desk/calls.ts';
import type { Filter } from '#lib/contract/desk/fields.ts';
import {
  type ListPath,
  type ListShape,
  listName,
  listTitle,
  type OpenedList,
  seenBy,
} from '#lib/contract/desk/list.ts';
import { pageIcon } from '#lib/contract/desk/navigation.ts';
import { listInput } from '#lib/contract/desk/schemas.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { refuse } from '../../core/calls/endpoint.ts';
import { guardCall } from '../../core/calls/guard.ts';
import { currentTime } from '../../core/process/clock.ts';
import { getDb } from '../../db/client.ts';
import type { ServedList } from '../../desk/list/acting.ts';
import { answerList } from '../../desk/list/answer.ts';
import { bulkFile, recentBulk } from '../../desk/list/bulk-read.ts';
import { exportList, exportName } from '../../desk/list/export.ts';
import { listViews, rolesOf, viewSearch } from '../../desk/views.ts';
import { servedLists } from '../../router/desk-lists.ts';
import { getSettings } from '../../site/settings.ts';
import { queryFaults, readQuery, staffContext } from './page.ts';

type Asking = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>;

function servedOf(page: ListPath): ServedList {
  return must(
    servedLists.find(({ list }) => list.page === page),
    `the list of ${page}`,
  );
}

/** The page of a list as its address asks for it; what is wrong there is left out, and said by `faults`. */
export function openList<D extends ListShape>(
  astro: Asking,
  list: D,
): Promise<{ opened: OpenedList<D>; faults: string[] }>;
export async function openList(astro: Asking, list: ListShape) {
  const context = await staffContext(astro);
  const { rows } = await servedOf(list.page).load();
  const schema = listInput(list);
  const faults = queryFaults(schema, astro.url);
  const asked = readQuery(schema, astro.url);
  const lost = '这一页的位置已失效，已显示第一页';
  const initial = await answerList(context, list, rows, asked).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 422) throw error;
    faults.push(lost);
    return answerList(context, list, rows, { ...asked, after: '', before: '' });
  });
  const runs = await recentBulk(context, list);
  const { sort, after, before, size, columns } = asked;
  const { list: views } = await listViews(context, { list: listName(list) });
  const opened = {
    list: offered(seenBy(list, context.actor.kind), rows.offers?.() ?? {}),
    views,
    runs,
    roles: rolesOf(context, list),
    search: viewSearch(list, asked),
    title: listTitle(list),
    icon: pageIcon(list.page),
    initial,
    asked: { sort, after, before, size, columns },
  };
  return { opened, faults };
}

/** The list with the choices of this shop alone. */
function offered(
  list: ListShape,
  offers: Readonly<Record<string, readonly string[] | undefined>>,
): ListShape {
  const filters = Object.entries(list.filters).map(([name, filter]): [string, Filter] => {
    const words = Object.entries(filter.words ?? {}).filter(([key]) => offers[name]?.includes(key) ?? true);
    return [name, filter.words ? { ...filter, words: Object.fromEntries(words) } : filter];
  });
  return { ...list, filters: Object.fromEntries(filters) };
}

/** `GET /api/desk/{list}/export`: the file of a list, for those who may open its page. */
export const answerExport: APIRoute = ({ params, url, locals }) =>
  answerFile(locals, async () => {
    const served = servedLists.find(({ name }) => name === params.list);
    if (served === undefined) throw new AppError(404);
    const { list } = served;
    if ((await locals.staff()) === null)
      return path('/desk/login', undefined, { next: `${list.page}${url.search}` });
    const actor = await guardCall(callsOf(list).read, locals);
    const read = parseSent(listInput(list), Object.fromEntries(url.searchParams));
    if (!read.success) throw new AppError(422, read.error.issues[0]?.message);
    const { rows } = await served.load();
    const context = { db: getDb(), now: currentTime(), actor, requestId: locals.requestId };
    const { shopName } = await getSettings(context.db);
    return {
      name: exportName(list, shopName),
      body: await exportList(context, list, rows, read.data),
    };
  });

/** `GET /api/desk/bulk/{id}/file`: the results of an act on many rows, for those who may open its list. */
export const answerBulkFile: APIRoute = ({ params, locals }) =>
  answerFile(locals, async () => {
    const actor = await guardCall(api.bulkFile, locals);
    const read = parseSent(bulkRunId, params);
    if (!read.success) throw new AppError(404);
    return bulkFile({ db: getDb(), now: currentTime(), actor, requestId: locals.requestId }, read.data);
  });

type Made = { name: string; body: ReadableStream<Uint8Array> } | string;

/** Answers a CSV under its name and the day, or leads to an address. */
async function answerFile({ requestId }: App.Locals, make: () => Promise<Made>): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  try {
    const made = await make();
    if (typeof made === 'string') {
      headers.set('location', made);
      return new Response(null, { status: 302, headers });
    }
    const file = encodeURIComponent(`${made.name}-${dayKey(currentTime().getTime())}.csv`);
    headers.set('content-type', 'text/csv; charset=utf-8');
    headers.set('content-disposition', `attachment; filename*=UTF-8''${file}`);
    return new Response(made.body, { headers });
  } catch (error) {
    return refuse(error, requestId, headers);
  }
}
