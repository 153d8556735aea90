import { useState } from 'react';
import { Tick } from '#islands/ui/Tick.tsx';
import { chooseMessages } from '#lib/client/stores/shell/messages.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { MessageChoices as Choices, MessageWay } from '#lib/contract/messages.ts';

type Row = Choices['list'][number];

/** 消息设置: one's own choice of kinds and ways, saved with each press. */
export function MessageChoices({ initial }: { initial: Choices }) {
  const [choices, setChoices] = useState(initial);
  const { phone, has_sms: hasSms, list } = choices;

  async function choose(row: Row, way: MessageWay, isOn: boolean) {
    setChoices((now) => ({
      ...now,
      list: now.list.map((one) => (one.kind === row.kind ? put(one, way, isOn) : one)),
    }));
    try {
      setChoices(await chooseMessages({ kind: row.kind, way, is_on: isOn ? 1 : 0 }));
    } catch (error) {
      setChoices((now) => ({ ...now, list: now.list.map((one) => (one.kind === row.kind ? row : one)) }));
      react(error);
    }
  }

  return (
    <section className="panel mt-3" aria-labelledby="choices">
      <h2 id="choices" className="panel-title">
        消息设置
      </h2>
      <div className="grid gap-2 p-3 md:p-4 text-small">
        <p className="text-ink-2">
          只对您自己的账号生效。涉及交易和法规的消息一直显示在我的消息里。
          {hasSms === 1 &&
            (phone === ''
              ? '您的账号没有绑定手机号，收不到短信。'
              : `短信发到 ${phone}，每天8点到21点发送，夜间的等到早上。`)}
        </p>
        <table className="w-full max-w-520px border-collapse">
          <thead>
            <tr className="text-left text-ink-2">
              <th scope="col" className="py-1 font-400">
                消息
              </th>
              <th scope="col" className="py-1 w-80px font-400">
                站内
              </th>
              {hasSms === 1 && (
                <th scope="col" className="py-1 w-80px font-400">
                  短信
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {list.map((row) => (
              <tr key={row.kind} className="border-t border-t-solid border-line">
                <th scope="row" className="font-400 text-left">
                  {row.text}
                </th>
                <td>
                  <Tick
                    label={`${row.text}：站内`}
                    isOn={row.site.is_on === 1}
                    isDisabled={row.site.is_fixed === 1}
                    onChange={(isOn) => void choose(row, 'site', isOn)}
                  />
                </td>
                {hasSms === 1 && (
                  <td>
                    {row.sms !== null && (
                      <Tick
                        label={`${row.text}：短信`}
                        isOn={row.sms.is_on === 1}
                        isDisabled={phone === ''}
                        onChange={(isOn) => void choose(row, 'sms', isOn)}
                      />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The row as it will be, shown at once. */
function put(row: Row, way: MessageWay, isOn: boolean): Row {
  const flag = isOn ? 1 : 0;
  if (way === 'site') return { ...row, site: { ...row.site, is_on: flag } };
  return { ...row, sms: row.sms && { is_on: flag } };
}
