/** Declared lists of the desks, asked as their calls ask them. */
import { parseSent } from '#lib/contract/decode.ts';
import type {
  AnyAnswer,
  FactsOf,
  ListAnswer,
  ListShape,
  Place,
  RowOf,
  ValuesOf,
} from '#lib/contract/desk/list.ts';
import { listInput } from '#lib/contract/desk/schemas.ts';
import type { Context } from '#lib/server/core/context.ts';
import { answerList } from '#lib/server/desk/list/answer.ts';
import { servedLists } from '#lib/server/router/desk-lists.ts';

type Asking = Pick<Context<'staff'>, 'db' | 'actor' | 'now'>;

/** A page of a list. Throws for what the call would refuse. */
export function askList<D extends ListShape>(
  context: Asking,
  list: D,
  asked?: Partial<ValuesOf<D> & Place>,
): Promise<ListAnswer<RowOf<D>, FactsOf<D>>>;
export async function askList(context: Asking, list: ListShape, asked: object = {}): Promise<AnyAnswer> {
  const served = servedLists.find((one) => one.list === list);
  const read = parseSent(listInput(list), asked);
  if (served === undefined || !read.success)
    throw new Error(read.error?.issues[0]?.message ?? 'no such list');
  const { rows } = await served.load();
  return answerList(context, list, rows, read.data);
}
