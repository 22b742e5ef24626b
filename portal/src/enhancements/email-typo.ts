import { suggestEmail } from '@alumni/shared/champions/suggest-email'

/** Asks below the e-mail field whether a well-known domain was meant, and fills it in on a click. */
export default function (place: HTMLElement): void {
  const field = place.closest('form')!.elements.namedItem('email') as HTMLInputElement
  const check = () => {
    const likely = suggestEmail(field.value)
    if (!likely) return place.replaceChildren()
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button link' })
    // In one line: of a long address the name is cut, not the domain, which was mistyped.
    const at = likely.lastIndexOf('@')
    const name = Object.assign(document.createElement('span'), { textContent: likely.slice(0, at) })
    button.replaceChildren(name, likely.slice(at))
    button.ariaLabel = likely
    button.addEventListener('click', () => {
      field.value = likely
      place.replaceChildren()
      field.focus()
    })
    place.replaceChildren('Did you mean ', button, '?')
  }
  field.addEventListener('blur', check)
  if (document.activeElement !== field) check()
}
