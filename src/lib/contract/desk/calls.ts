/** The calls of a declared list: its pages, its acts, and its acts on many rows. */
import type { Side } from '#lib/rules/companies/staff.ts';
import type { Call, Desk } from '../call.ts';
import { routes } from '../routes.ts';
import {
  type Act,
  type ActDone,
  type AnyAnswer,
  type AnyAsked,
  type AnyRow,
  type FactsOf,
  type IdOf,
  type ListAnswer,
  type ListShape,
  type Place,
  type RowOf,
  undoesOf,
  type ValuesOf,
} from './list.ts';
import type { BulkAsked, BulkDone } from './schemas.ts';
import { actInput, actOutput, bulkInput, bulkOutput, listInput, listOutput } from './schemas.ts';

/** The side of a list. */
export type SideOf<D extends ListShape> = (typeof routes)[D['page']]['who'];

/** The side of an act: its own, or that of its list. */
export type SideOfAct<D extends ListShape, A extends Act> = A extends { side: infer S extends Side }
  ? S
  : SideOf<D>;

type Fields<A extends Act> = A extends { fields: infer F }
  ? { -readonly [K in keyof F]: F[K] extends { words: infer W } ? keyof W & string : string }
  : unknown;
type Reason<A extends Act> = A extends { reason: true | string } ? { reason: string } : unknown;
/** What a row's act is sent: the id, its boxes, and what the person saw. */
export type ActIn<D extends ListShape, A extends Act> = { id: IdOf<D> } & Fields<A> & Reason<A> & Sent<D, A>;
type Sent<D extends ListShape, A extends Act> = A extends { sends: readonly (infer K)[] }
  ? Pick<RowOf<D>, K & keyof RowOf<D>>
  : unknown;

/** What an act answers: the row as it is then, or null where it has left the list. */
export type ActOut<D extends ListShape, A extends Act> = A extends { undo: string } | { second: unknown }
  ? ActDone<RowOf<D>>
  : RowOf<D> | null;

/** What a list is asked: its search, and the place in it. */
export type Asked<D extends ListShape> = ValuesOf<D> & Place;

type ReadCall<D extends ListShape> = Call<
  Partial<Asked<D>>,
  ListAnswer<RowOf<D>, FactsOf<D>>,
  SideOf<D>,
  false,
  Asked<D>
>;
type Acts<D extends ListShape> = D extends { acts: infer A extends Readonly<Record<string, Act>> }
  ? A
  : unknown;
type ActCalls<N extends string, D extends ListShape> = {
  [K in keyof Acts<D> & string as `${N}${Capitalize<K>}`]: Acts<D>[K] extends Act
    ? Call<ActIn<D, Acts<D>[K]>, ActOut<D, Acts<D>[K]>, SideOfAct<D, Acts<D>[K]>, false, ActIn<D, Acts<D>[K]>>
    : never;
} & {
  [K in keyof Acts<D> & string as Acts<D>[K] extends { isBulk: true }
    ? `${N}${Capitalize<K>}Many`
    : never]: Acts<D>[K] extends Act
    ? Call<BulkAsked, BulkDone, SideOfAct<D, Acts<D>[K]>, false, BulkAsked>
    : never;
};

/** `audit`, and for its acts `auditRemind`, `auditRemindMany`. */
export type ListCalls<N extends string, D extends ListShape> = { [K in N]: ReadCall<D> } & ActCalls<N, D>;

/** The calls of any list: its pages, and each act on one row and on many. */
export interface ListRowsOfCalls {
  read: Call<Partial<AnyAsked>, AnyAnswer, Desk, false, AnyAsked>;
  acts: ActRows[];
}
/** `undoes`: the entry of the audit log that is undone, of an act that 撤销 calls. */
interface ActAsked {
  id: string | number;
  undoes?: number | undefined;
}
interface ActRows {
  name: string;
  one: Call<ActAsked, AnyRow | ActDone<AnyRow> | null, Desk, false, ActAsked>;
  many: Call<BulkAsked, BulkDone, Desk, false, BulkAsked> | null;
}

/** The permission is that of the list's page. */
export function callsOf(list: ListShape): ListRowsOfCalls {
  const { who, may } = routes[list.page];
  const base = `/api${list.page}`;
  const undoes = undoesOf(list);
  return {
    read: { method: 'GET', path: base, who, may, input: listInput(list), output: listOutput(list) },
    acts: Object.entries(list.acts ?? {}).map(([name, act]) => {
      const { sure, isBulk, second, side = who } = act;
      const asks = typeof second === 'string' && { second: [second] };
      const how = { method: 'POST', who: side, may, ...(sure && { sure }), ...asks } as const;
      const one = {
        ...how,
        path: `${base}/{id}/${name}`,
        input: actInput(list, act, undoes.has(name)),
        output: actOutput(list, act),
      };
      const many = {
        ...how,
        path: `${base}/${name}`,
        input: bulkInput(list, act, undoes.has(name)),
        output: bulkOutput(),
      };
      return { name, one, many: isBulk ? many : null };
    }),
  };
}

/** The name of a call of an act: `deskPapersRemind`. */
export function actCallName(list: string, act: string): string {
  return `${list}${act.slice(0, 1).toUpperCase()}${act.slice(1)}`;
}

/** Rows for the table of calls, under the name of the list's own call. */
export function listCalls<N extends string, D extends ListShape>(name: N, list: D): ListCalls<N, D>;
export function listCalls(name: string, list: ListShape): Record<string, Call> {
  const { read, acts } = callsOf(list);
  const calls: Record<string, Call> = { [name]: read };
  for (const { name: act, one, many } of acts) {
    calls[actCallName(name, act)] = one;
    if (many !== null) calls[`${actCallName(name, act)}Many`] = many;
  }
  return calls;
}
