import { Scrolled } from '#islands/ui/Scrolled.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OrderPapers } from '#lib/contract/receiving.ts';
import { onboardingStates } from '#lib/rules/companies/onboarding-state.ts';

type PaperSet = OrderPapers['onboarding'][number];
type Paper = PaperSet['papers'][number];

/** 首营资料 of an order: the supplier's, its makers', its goods', with what is missing or has expired. */
export function OnboardingSets({ sets }: { sets: readonly PaperSet[] }) {
  return (
    <Scrolled label="首营资料扫描件">
      <table className="w-full min-w-640px [&_th]:(px-2 py-2 font-400 text-ink-2 text-left whitespace-nowrap) [&_td]:(px-2 py-2 border-t border-t-solid border-line)">
        <caption className="text-left font-600 pb-1">首营资料扫描件</caption>
        <thead>
          <tr>
            <th scope="col">资料</th>
            <th scope="col">编号</th>
            <th scope="col">有效期至</th>
            <th scope="col">状态</th>
            <th scope="col">文件</th>
          </tr>
        </thead>
        {sets.map((set) => (
          <tbody key={`${set.goods_id} ${set.title}`}>
            <tr>
              <th scope="rowgroup" colSpan={5} className="bg-card-dim text-ink!">
                {set.title}
              </th>
            </tr>
            {set.papers.map((paper) => (
              <PaperRow key={paper.kind_text} paper={paper} of={set.title} />
            ))}
          </tbody>
        ))}
      </table>
    </Scrolled>
  );
}

function PaperRow({ paper, of }: { paper: Paper; of: string }) {
  const { kind_text: text, is_lacking: isLacking, state_text: state } = paper;
  return (
    <tr>
      <td>{text}</td>
      <td className="num">{paper.number}</td>
      <td className="num whitespace-nowrap">{paper.valid_to}</td>
      <td className="whitespace-nowrap">
        {isLacking === 1 ? (
          <span className="text-price">
            {state}
            {paper.is_asked === 1 && '，已索取'}
          </span>
        ) : state === onboardingStates.valid ? (
          state
        ) : (
          <Tag kind="warn">{state}</Tag>
        )}
      </td>
      <td className="whitespace-nowrap">
        {paper.files.map(({ name, url }, at) => (
          <a
            key={url}
            className="link mr-2"
            href={url}
            title={name}
            aria-label={`下载${of}${text}${paper.files.length > 1 ? `第${at + 1}份` : ''}`}
          >
            {paper.files.length > 1 ? `第${at + 1}份` : '下载'}
          </a>
        ))}
      </td>
    </tr>
  );
}
