import type { WheelOutput } from '#lib/contract/wheel.ts';
import { showCount } from '#lib/rules/money/money.ts';

interface Props {
  wheel: Pick<WheelOutput, 'prizes' | 'tickets' | 'drawn' | 'state'>;
}

/** All prizes with their odds in the sealed deck, what is left of each, and until the end the odds of the next draw. */
export function PrizeTable({ wheel }: Props) {
  const { prizes, tickets, drawn, state } = wheel;
  const isOpen = state === 'open' || state === 'paused';
  return (
    <div>
      <h2 className="mb-2 text-title">奖品和概率</h2>
      <div className="overflow-x-auto">
        <table className="w-full text-small num">
          <thead>
            <tr className="whitespace-nowrap text-left text-ink-2 border-b border-b-solid border-line">
              <th scope="col" className="py-1.5 pr-3 font-400">
                奖品
              </th>
              <th scope="col" className="py-1.5 px-2 font-400 text-right">
                价值
              </th>
              <th scope="col" className="py-1.5 px-2 font-400 text-right">
                奖券
              </th>
              <th scope="col" className="py-1.5 pl-2 md:px-2 font-400 text-right">
                封存时概率
              </th>
              <th scope="col" className="max-md:hidden py-1.5 px-2 font-400 text-right">
                还剩
              </th>
              {isOpen && (
                <th scope="col" className="max-md:hidden py-1.5 pl-2 font-400 text-right">
                  现在概率
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {prizes.map(({ id, name, remarks, worth, count, left, odds, odds_now: oddsNow, kind, image }) => (
              <tr key={id} className="border-b border-b-solid border-line">
                <th scope="row" className="py-2 pr-3 text-left font-500">
                  <span className="flex items-center gap-2">
                    {image !== '' && (
                      <img src={image} alt="" width="36" height="36" loading="lazy" className="rounded" />
                    )}
                    <span>
                      {name}
                      {remarks !== '' && (
                        <span className="block font-400 text-note text-ink-2">{remarks}</span>
                      )}
                    </span>
                  </span>
                </th>
                <td className="py-2 px-2 text-right whitespace-nowrap">
                  {kind === 'nothing' ? '—' : worthText(worth)}
                </td>
                <td className="py-2 px-2 text-right whitespace-nowrap">
                  {showCount(count)}
                  <span className="block md:hidden text-note text-ink-2">还剩{showCount(left)}</span>
                </td>
                <td className="py-2 pl-2 md:px-2 text-right whitespace-nowrap">
                  {odds}
                  {isOpen && <span className="block md:hidden text-note text-ink-2">现在{oddsNow}</span>}
                </td>
                <td className="max-md:hidden py-2 px-2 text-right">{showCount(left)}</td>
                {isOpen && <td className="max-md:hidden py-2 pl-2 text-right">{oddsNow}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-note text-ink-2 num">
        共{showCount(tickets)}张奖券，已抽{showCount(drawn)}
        张。封存时概率为该奖品的奖券数占全部奖券的比例
        {isOpen && '，现在概率为该奖品还剩的奖券占所有还剩奖券的比例，也就是下一次抽中它的概率'}
        ；抽走的奖券不再放回，转盘上扇区的大小不代表概率。
      </p>
    </div>
  );
}

/** The worth of a prize in words: 1元, 0.2元. It is no price of goods, and everybody may read it. */
function worthText(worth: string): string {
  return `${Number(worth)}元`;
}
