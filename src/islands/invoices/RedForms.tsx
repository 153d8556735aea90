import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OwnRedVerb, RedWire } from '#lib/contract/red-forms.ts';
import { showAmount } from '#lib/rules/money/signed-yuan.ts';
import { ownRedTexts } from './words.ts';

interface Props {
  reds: readonly RedWire[];
  /** Address of an invoice's page. */
  hrefOf: (id: number) => string;
  /** For people who may act. */
  acts?: {
    busy: OwnRedVerb | null;
    onPress: (verb: OwnRedVerb, id: number) => void;
  };
}

/** The red forms about an invoice, the newest first, each with what happens next. */
export function RedForms({ reds, hrefOf, acts }: Props) {
  return (
    <section className="panel" aria-labelledby="reds">
      <h2 id="reds" className="panel-title">
        红字确认单
      </h2>
      <ul>
        {reds.map((red) => (
          <li
            key={red.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 border-b border-b-solid border-line last:border-b-0 text-small"
          >
            <div className="grid gap-1 flex-1 min-w-240px">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <Tag kind={red.closed_at === null ? 'info' : red.red_invoice_id > 0 ? 'soft' : 'warn'}>
                  {red.state_text}
                </Tag>
                <span>{red.reason_text}</span>
                <b className="num">{showAmount(red.gross_amount)}</b>
                <time className="text-note text-ink-2 num" dateTime={red.asked_at}>
                  发起 {momentText(red.asked_at)}
                </time>
                {red.closed_at === null && red.deadline_at !== null && (
                  <span className="text-note text-promo-ink num">{momentText(red.deadline_at)} 前确认</span>
                )}
                {red.red_invoice_id > 0 && (
                  <a className="link" href={hrefOf(red.red_invoice_id)}>
                    看红字发票
                  </a>
                )}
              </p>
              {red.hint !== '' && <p className="text-ink-2">{red.hint}</p>}
            </div>
            {acts && red.acts.length > 0 && (
              <p className="flex flex-wrap gap-2">
                {red.acts.map((verb) => (
                  <Button
                    key={verb}
                    kind="plain"
                    size="small"
                    busy={acts.busy === verb}
                    onClick={() => acts.onPress(verb, red.id)}
                  >
                    {ownRedTexts[verb]}
                  </Button>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
