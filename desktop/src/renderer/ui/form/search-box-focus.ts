/** Marks the box that `/` goes to: the one of the page where it has one, elsewhere the one of the top bar. */
export const searchBoxMark = { 'data-search-box': true }

/** Whether there was a box to go to. */
export function focusSearchBox(): boolean {
  const box = [...document.querySelectorAll<HTMLInputElement>('input[data-search-box]')].findLast(
    (input) => input.offsetParent !== null,
  )
  box?.focus()
  box?.select()
  return box !== undefined
}
