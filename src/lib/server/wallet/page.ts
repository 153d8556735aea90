/** The pages of the ledgers: the search, as their boxes show it, and the result. */
import { AppError } from '#lib/contract/errors.ts';
import type { MoneyLogValues } from '#lib/contract/wallet/calls.ts';

type Asked = Pick<MoneyLogValues, 'page' | 'size' | 'start_time' | 'end_time' | 'endtime'> & {
  use_type?: string | undefined;
};

interface Opened<Found> {
  found: Found;
  asked: { use_type: string; start_time: string; end_time: string };
  page: number;
  size: number;
}

/** Lists a ledger for its page. An invalid day is ignored. */
export async function openLedger<Input extends Asked, Found>(
  input: Input,
  list: (input: Input) => Promise<Found>,
): Promise<Opened<Found>> {
  try {
    const day = (text: string | undefined) =>
      text !== undefined && text.length >= 10 ? text.slice(0, 10) : '';
    return {
      found: await list(input),
      asked: {
        use_type: input.use_type ?? '',
        start_time: day(input.start_time),
        end_time: day(input.end_time ?? input.endtime),
      },
      page: input.page,
      size: input.size,
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 422) throw error;
    return openLedger({ ...input, start_time: undefined, end_time: undefined, endtime: undefined }, list);
  }
}
