/** A declared list with its SQL and its use cases: what its calls, its page and its file are answered from. */
import { type ActIn, actCallName, callsOf, type SideOfAct } from '#lib/contract/desk/calls.ts';
import { type Act, isPlain, type ListShape, listName } from '#lib/contract/desk/list.ts';
import { AppError } from '#lib/contract/errors.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type AnswerCall, endpoint } from '../../core/calls/endpoint.ts';
import type { CallContext } from '../../core/context.ts';
import type { ListRows } from '../../db/list-source.ts';
import { type Loaded, onlyUndoes, reasonOf, type ServedList, undoRow } from './acting.ts';
import { answerList, readerOf, rowNow } from './answer.ts';
import { answerBulk } from './bulk.ts';
import { entryOf, lastEntry } from './entry-rows.ts';

/** What a use case answers: by a kind's rule, whether it waits for a second person. */
type Outcome<A extends Act> = A extends { second: string } ? { waits: 0 | 1 } : unknown;

/** The use cases of a list's acts. What a use case answers is left: the call answers the row as it is now. */
type UseCases<D extends ListShape> = D extends { acts: infer A extends Readonly<Record<string, Act>> }
  ? {
      acts: {
        [K in keyof A]: (
          context: CallContext<SideOfAct<D, A[K]>>,
          input: ActIn<D, A[K]>,
        ) => Promise<Outcome<A[K]>>;
      };
    }
  : { acts?: undefined };

/** One line of the register of lists: the name of its call, the declaration, and where SQL and use cases are. */
export function serve<D extends ListShape>(
  name: string,
  list: D,
  load: () => Promise<{ rows: ListRows<D> } & UseCases<D>>,
): ServedList;
export function serve(name: string, list: ListShape, load: () => Promise<Loaded>): ServedList {
  return { name: listName(list), list, load, answers: async () => answersOf(name, list, await load()) };
}

function answersOf(name: string, list: ListShape, { rows, acts = {} }: Loaded): [string, AnswerCall][] {
  const calls = callsOf(list);
  const read = endpoint(calls.read, (context, input) => answerList(context, list, rows, input));
  return [
    [name, read],
    ...calls.acts.flatMap(({ name: key, one, many }): [string, AnswerCall][] => {
      const act = must(acts[key], `the use case of ${name}: ${key}`);
      const named = actCallName(name, key);
      const declared = must(list.acts?.[key], key);
      const { undo, isUndoOnly, second } = declared;
      const answer = endpoint(one, async (context, { undoes, ...input }) => {
        const { db, requestId } = context;
        const reasoned = { ...context, ...reasonOf(list, key, input) };
        const before = undo === undefined ? 0 : await lastEntry(db);
        let done: unknown;
        if (undoes !== undefined) await undoRow(reasoned, undoes, (within) => act(within, input));
        else if (isUndoOnly) throw new AppError(422, onlyUndoes);
        else done = await act(reasoned, input);
        const row = await rowNow(db, list, rows, readerOf(context), input.id);
        if (isPlain(declared)) return row;
        const waits = typeof second === 'object' || fieldOf(done, 'waits') === 1 ? 1 : 0;
        const entry = undo === undefined ? null : await entryOf(db, before, requestId);
        return { row, waits, entry: entry ?? 0 };
      });
      if (many === null) return [[named, answer]];
      const answerMany = endpoint(many, (context, { ids, of, nos, search, count, token, ...fields }) =>
        answerBulk(
          context,
          list,
          rows,
          { ids, of, nos, search, count, token },
          { name: key, run: act, fields },
        ),
      );
      return [
        [named, answer],
        [`${named}Many`, answerMany],
      ];
    }),
  ];
}
