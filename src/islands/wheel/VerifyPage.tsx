import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { CancelledError } from '#lib/client/api.ts';
import { hashes } from '#lib/client/hashes.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { loadProof } from '#lib/client/stores/wheel.ts';
import type { WheelOutput, WheelProof } from '#lib/contract/wheel.ts';
import { showCount } from '#lib/rules/money/money.ts';
import { rootOf } from '#lib/rules/terms/merkle.ts';
import { deckTree, prizeOf } from '#lib/rules/wheel/deck.ts';
import { type Fault, faultOf } from '#lib/rules/wheel/draw.ts';

interface Props {
  wheel: Pick<WheelOutput, 'id' | 'name' | 'state' | 'secret' | 'secret_hash' | 'versions' | 'prizes'>;
  /** The draw that the reader came from; 0 for none. */
  seq: number;
}

/** Checks draws in this browser: all draws of a closed wheel, and one ticket of any wheel. */
export function VerifyPage({ wheel, seq, ticket }: Props & { ticket: string }) {
  return (
    <section className="panel">
      <h1 className="panel-title">核对“{wheel.name}”</h1>
      <div className="grid gap-6 p-4 md:p-5">
        {wheel.state === 'closed' && wheel.secret !== '' ? (
          <WholeCheck wheel={wheel} seq={seq} />
        ) : (
          <p className="text-small text-ink-2">
            {wheel.state === 'closed'
              ? '活动已结束，种子在一分钟内公布，请稍后刷新本页。'
              : '活动还没有结束，种子在结束后公布，那时可以重放全部抽奖。现在可以核对一张奖券是否在事先公布的奖券里。'}
          </p>
        )}
        <TicketCheck wheel={wheel} ticket={ticket} />
      </div>
    </section>
  );
}

type Found =
  | { kind: 'loading'; text: string }
  | { kind: 'done'; proof: WheelProof; fault: Fault | null; ms: number }
  | null;

/** Plays all draws of a closed wheel again. */
function WholeCheck({ wheel, seq }: Props) {
  const [found, setFound] = useState<Found>(null);
  const [kept, setKept] = useState('');
  const strange = strangeOf(wheel, kept);

  async function run() {
    setFound({ kind: 'loading', text: '正在下载全部抽奖…' });
    try {
      const proof = await loadProof(wheel.id, (at, total) =>
        setFound({ kind: 'loading', text: `正在下载全部抽奖：${at}/${total}` }),
      );
      setFound({ kind: 'loading', text: `正在重放${proof.total}次抽奖…` });
      // The text is painted before the work begins.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const begun = performance.now();
      const fault = faultOf(hashes, publishedOf(wheel, proof));
      setFound({ kind: 'done', proof, fault, ms: Math.round(performance.now() - begun) });
    } catch (error) {
      setFound(null);
      if (!(error instanceof CancelledError)) react(error);
    }
  }

  const isDone = found?.kind === 'done';
  const own = isDone ? found.proof.draws.find((draw) => draw.seq === seq) : undefined;
  return (
    <div className="grid gap-3 justify-items-start">
      <h2 className="text-title">重放全部抽奖</h2>
      <p className="text-small text-ink-2">
        用公布的种子，在这台电脑上把每一次抽奖重新算一遍，与封存时公布的根和哈希比较。
      </p>
      <div className="w-full max-w-640px">
        <Field
          label="自己以前记下的根值或哈希值（选填）"
          value={kept}
          maxLength={1_000}
          autoComplete="off"
          hint="开始前记下的，用空格隔开；与现在公布的比较"
          error={strange === '' ? undefined : `${strange.slice(0, 8)}…不在公布的值里，请核对是否抄错`}
          onChange={(event) => setKept(event.target.value)}
        />
      </div>
      <Button busy={found?.kind === 'loading'} onClick={() => void run()}>
        开始核对
      </Button>
      <div role="status" className="grid gap-1">
        {found?.kind === 'loading' && <p className="text-small text-ink-2 num">{found.text}</p>}
        {isDone && strange !== '' && (
          <p className="font-600 text-price-ink">您记下的值不在公布的值里，抽奖可能被改动过，请联系客服。</p>
        )}
        {isDone && found.fault === null && strange === '' && (
          <p className="font-600 text-primary">
            全部相符：种子、根值和{showCount(found.proof.total)}次抽奖都对（用时{found.ms}毫秒）。
          </p>
        )}
        {isDone && found.fault !== null && (
          <p className="font-600 text-price-ink">不相符：{faultText(found.fault)}。请联系客服。</p>
        )}
        {own && isDone && (
          <p className="text-small num">
            第{own.seq}次抽奖：随机码{own.buyer_seed}，第{own.ticket + 1}号奖券，
            {found.proof.prizes.find(({ id }) => id === own.prize_id)?.name}
          </p>
        )}
      </div>
    </div>
  );
}

/** The first value of the reader's own notes that is not published; empty where all are. */
function strangeOf({ secret_hash: hash, versions }: Props['wheel'], kept: string): string {
  const published = new Set([hash, ...versions.map(({ root }) => root)]);
  const values = kept
    .toLowerCase()
    .split(/[\s,，]+/)
    .filter((one) => one !== '');
  return values.find((one) => !published.has(one)) ?? '';
}

/** What the page has published counts, not what the proof says of itself. */
function publishedOf({ secret_hash: secretHash, versions }: Props['wheel'], { secret, draws }: WheelProof) {
  return {
    secret,
    secretHash,
    versions: versions.map(({ from_seq: fromSeq, root, deck }) => ({
      fromSeq,
      root,
      deck: deck.map(({ prize_id: prizeId, count }) => ({ prizeId, count })),
    })),
    draws: draws.map(({ seq, buyer_seed: buyerSeed, ticket, prize_id: prizeId }) => ({
      ...{ seq, buyerSeed, ticket, prizeId },
    })),
  };
}

function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'secret':
      return '种子与事先公布的SHA-256不符';
    case 'no_version':
      return '没有从第1次抽奖开始的奖券';
    case 'root':
      return `第${fault.version + 1}次封存的奖券与公布的根不符`;
    case 'appended':
      return `第${fault.version + 1}次封存改动了以前的奖券`;
    case 'order':
      return `第${fault.seq}次抽奖的序号不连续`;
    case 'too_many':
      return `第${fault.seq}次抽奖时已没有奖券`;
    case 'ticket':
      return `第${fault.seq}次抽奖的奖券与重新计算的不符`;
    case 'prize':
      return `第${fault.seq}次抽奖的奖品与奖券不符`;
  }
}

/** One ticket: its prize in the published deck, whose root is made again here. */
function TicketCheck({ wheel, ticket }: Pick<Props, 'wheel'> & { ticket: string }) {
  const [answer, setAnswer] = useState<{ isTrue: boolean; text: string } | null>(null);
  const { form, field, isBusy } = useForm({
    names: ['ticket'],
    check: ({ ticket }) => ({
      ...(!/^[1-9]\d{0,6}$/.test(ticket.trim()) && { ticket: '请填写奖券号，如346' }),
    }),
    send: async ({ ticket }) => check(wheel, Number(ticket) - 1),
    onSent: setAnswer,
  });
  return (
    <form {...form} className="grid gap-3 max-w-420px">
      <h2 className="text-title">核对一张奖券</h2>
      <p className="text-small text-ink-2">
        奖券号在抽奖结果和抽奖记录里。这台电脑用公布的奖券重新计算根值，与封存时公布的比较。
      </p>
      <Field label="奖券号" inputMode="numeric" maxLength={7} required {...field('ticket', ticket)} />
      <p>
        <Button type="submit" kind="plain" busy={isBusy}>
          核对
        </Button>
      </p>
      <p role="status" className={answer?.isTrue === false ? 'text-price-ink' : 'text-primary'}>
        {answer?.text}
      </p>
    </form>
  );
}

/** The prize of a ticket in the first version that has it, and whether that version's deck makes its root. */
function check({ versions, prizes }: Props['wheel'], ticket: number): { isTrue: boolean; text: string } {
  const version = versions.find(({ tickets }) => ticket < tickets);
  if (version === undefined) return { isTrue: false, text: `没有第${ticket + 1}号奖券。` };
  const deck = version.deck.map(({ prize_id: prizeId, count }) => ({ prizeId, count }));
  if (rootOf(deckTree(hashes, deck)) !== version.root)
    return { isTrue: false, text: '不相符：公布的奖券算出的根与公布的根不同，请联系客服。' };
  const name = prizes.find(({ id }) => id === prizeOf(deck, ticket))?.name;
  return { isTrue: true, text: `相符：第${ticket + 1}号奖券是“${name}”，它在事先公布的奖券里。` };
}
