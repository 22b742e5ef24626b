/** Sends a form as soon as a whole code is pasted into it. */
export default function (form: HTMLElement): void {
  form.addEventListener('paste', (event) => {
    const code = event.clipboardData?.getData('text').replace(/[\s\p{Pd}]/gu, '') ?? ''
    const field = event.target
    if (!(field instanceof HTMLInputElement) || !/^\d{6}$/.test(code)) return
    event.preventDefault()
    field.value = code
    field.form?.requestSubmit()
  })
}
