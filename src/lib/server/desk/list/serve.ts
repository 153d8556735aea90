/** A declared list with its SQL and its use cases: what its calls, its page and its file are answered from. */
import { type ActIn, actCallName, callsOf, type SideOfAct } from '#lib/contract/desk/calls.ts';
import { type Act, type ListShape, listName } from '#lib/contract/desk/list.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type AnswerCall, endpoint } from '../../core/calls/endpoint.ts';
import type { CallContext } from '../../core/context.ts';
import type { ListRows } from '../../db/list-source.ts';
import { type AnyRows, answerList, readerOf, rowNow } from './answer.ts';
import { type AnyAct, answerBulk } from './bulk.ts';

/** The use cases of a list's acts. What a use case answers is left: the call answers the row as it is now. */
type UseCases<D extends ListShape> = D extends { acts: infer A extends Readonly<Record<string, Act>> }
  ? {
      acts: {
        [K in keyof A]: (context: CallContext<SideOfAct<D, A[K]>>, input: ActIn<D, A[K]>) => Promise<unknown>;
      };
    }
  : { acts?: undefined };

interface Loaded {
  rows: AnyRows;
  acts?: Readonly<Record<string, AnyAct>> | undefined;
}

export interface ServedList {
  /** `papers`, as in the addresses of its calls. */
  name: string;
  list: ListShape;
  load: () => Promise<Loaded>;
  /** The answers of its calls, by their names. */
  answers: () => Promise<[name: string, answer: AnswerCall][]>;
}

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
      const answer = endpoint(one, async (context, input) => {
        await act(context, input);
        return rowNow(context.db, list, rows, readerOf(context), input.id);
      });
      if (many === null) return [[named, answer]];
      const answerMany = endpoint(many, (context, { ids, search, count, token, ...fields }) =>
        answerBulk(context, list, rows, { ids, search, count, token }, { name: key, run: act, fields }),
      );
      return [
        [named, answer],
        [`${named}Many`, answerMany],
      ];
    }),
  ];
}
