/** Nothing is on file. On phones a row leaves such a cell out. */
export const emptyCell = (
  <span className="muted" data-empty>
    –
  </span>
)
