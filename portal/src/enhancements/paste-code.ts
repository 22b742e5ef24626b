/** Submits a form when a whole code is pasted; `data-digits` is the length of a code. */
export default function (place: HTMLElement): void {
  const isCode = new RegExp(`^\\d{${place.dataset.digits}}$`)
  place.addEventListener('paste', (event) => {
    const code = event.clipboardData?.getData('text').replace(/[\s\p{Pd}]/gu, '') ?? ''
    const field = event.target
    if (!(field instanceof HTMLInputElement) || !isCode.test(code)) return
    event.preventDefault()
    field.value = code
    field.form?.requestSubmit()
  })
}
