interface Props {
  /** Ids of uploaded pictures. */
  ids: readonly string[];
  /** In a cell they are links of one line. */
  isSmall?: boolean;
}

/** Pictures that a company has handed in, each opened in full next to the desk. */
export function Pictures({ ids, isSmall = false }: Props) {
  return (
    <ul className="flex flex-wrap gap-2 m-0 p-0 list-none" aria-label="图片">
      {ids.map((id, at) => (
        <li key={id}>
          <a
            className={isSmall ? 'link whitespace-nowrap' : undefined}
            href={`/file/${id}/full`}
            target="_blank"
            rel="noopener"
            aria-label={isSmall ? undefined : `查看第${at + 1}张图片`}
          >
            {isSmall ? (
              `图${at + 1}`
            ) : (
              <img
                src={`/file/${id}`}
                alt=""
                className="w-120px h-120px object-cover rounded border border-solid border-line"
              />
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
