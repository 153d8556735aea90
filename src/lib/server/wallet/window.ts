/** The requested span of a ledger. */
import { toMillis } from '#lib/contract/constants.ts';
import { fieldError } from '#lib/contract/errors.ts';
import type { MoneyLogValues } from '#lib/contract/wallet/calls.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';

type Asked = Pick<MoneyLogValues, 'page' | 'size' | 'start_time' | 'end_time' | 'endtime'>;

/** The end of the span is accepted under both names (rules 4). Throws 422 for an invalid day. */
export function windowOf({ page, size, start_time, end_time, endtime }: Asked) {
  const to = end_time ?? endtime;
  return {
    from: readMoment('start_time', start_time, findDay),
    to: readMoment(end_time === undefined ? 'endtime' : 'end_time', to, findDayEnd),
    limit: size,
    offset: (page - 1) * size,
  };
}

/** A day (as `ofDay` reads it), a Shanghai time or a timestamp. Throws 422 for an invalid day. */
function readMoment(
  field: string,
  text: string | undefined,
  ofDay: (day: string) => number | null,
): Date | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return new Date(toMillis(Number(text)));
  const day = text.slice(0, 10);
  const edge = ofDay(day);
  if (edge === null) throw fieldError(field, '日期不存在，请重新选择');
  if (text.length === 10) return new Date(edge);
  const moment = new Date(`${day}T${text.slice(11)}+08:00`);
  if (Number.isNaN(moment.getTime())) throw fieldError(field, '时间不正确');
  return moment;
}
