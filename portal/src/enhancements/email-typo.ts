import { suggestEmail } from '@alumni/shared/champions/suggest-email'

/** Suggests a well-known domain for a mistyped address, and fills it in on a click. */
export default function (place: HTMLElement): void {
  const field = place.closest('form')!.elements.namedItem('email') as HTMLInputElement
  const check = () => {
    const suggestion = suggestEmail(field.value)
    if (!suggestion) return place.replaceChildren()
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button link' })
    // CSS truncates the local part of a long address, so that the corrected domain is visible.
    const atIndex = suggestion.lastIndexOf('@')
    const name = Object.assign(document.createElement('span'), { textContent: suggestion.slice(0, atIndex) })
    button.replaceChildren(name, suggestion.slice(atIndex))
    button.ariaLabel = suggestion
    button.addEventListener('click', () => {
      field.value = suggestion
      place.replaceChildren()
      field.focus()
    })
    place.replaceChildren('Did you mean ', button, '?')
  }
  field.addEventListener('blur', check)
  if (document.activeElement !== field) check()
}
