/** On phones, rows omit cells with this content. */
export const emptyCell = (
  <span className="muted" data-empty>
    –
  </span>
)
