interface Props {
  /** Null where none was uploaded. */
  id: number | null;
  kind: string;
}

/** The voucher of a transfer in a list, opened in full next to the desk. */
export function ProofLink({ id, kind }: Props) {
  if (id === null) return <span className="text-ink-2">未上传</span>;
  const [format, text] = kind === 'pdf' ? ['pdf', '查看PDF'] : ['full', '查看图片'];
  return (
    <a className="link" href={`/file/${id}/${format}`} target="_blank" rel="noopener">
      {text}
    </a>
  );
}
