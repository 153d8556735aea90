// @unocss-include: this file has the classes of the panels, and .ts files are not scanned for classes otherwise.

/** A panel of the buyer's home; its place (`home-due` …) is the page's. */
export const panel = 'panel flex flex-col min-w-0 overflow-hidden';
export const panelHead =
  'flex items-center gap-2 flex-none pl-3 pr-2 h-control text-body border-b border-b-solid border-line whitespace-nowrap';
export const panelEmpty = 'p-3 text-small leading-20px text-ink-2';
/** As many rows as its place has room for: seven on a wide window, three elsewhere. */
export const panelRows = 'py-0.5 max-lg:[&>:nth-child(n+4)]:hidden';
export const panelRow = 'flex items-center gap-2 h-tool pl-3 pr-2 text-small hover:bg-card-dim';
