/** The content of a table file. */
export interface TableFile {
  /** Texts. Blank and hidden rows stay as empty ones, so that a row's number is the spreadsheet's. */
  rows: string[][];
  /** Cells whose text is that of a merged cell which begins above, as `row:column`, from 0. */
  merged: string[];
  /** What was ignored, in sentences. */
  notes: string[];
}
