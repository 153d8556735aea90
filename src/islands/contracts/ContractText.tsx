interface Props {
  title: string;
  note: string;
  /** One line a paragraph; 第…条 begins a heading. */
  body: string;
}

/** The text of a contract. */
export function ContractText({ title, note, body }: Props) {
  return (
    <article className="grid gap-2 leading-relaxed">
      <h3 className="text-title font-600 text-center">{title}</h3>
      <p className="text-note text-ink-2 text-center break-all">{note}</p>
      {body.split('\n').map((line, at) =>
        /^第[一二三四五六七八九十]+条/.test(line) ? (
          <h4 key={at} className="font-600 mt-2">
            {line}
          </h4>
        ) : (
          <p key={at}>{line}</p>
        ),
      )}
    </article>
  );
}
