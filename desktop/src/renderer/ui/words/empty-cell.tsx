/** The content of a cell without a value, which rows on phones omit. */
export const emptyCell = (
  <span className="muted" data-empty>
    –
  </span>
)
