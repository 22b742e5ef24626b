/** Shows a note if the address has signed up before. If the check fails, the form works without the note. */
export default function (place: HTMLElement): void {
  const form = place.closest('form')!
  const field = form.elements.namedItem('email') as HTMLInputElement
  const trap = form.elements.namedItem('website') as HTMLInputElement | null
  let checked = ''
  const check = async () => {
    const email = field.value.trim()
    if (email === checked) return
    checked = email
    place.replaceChildren()
    if (!/.@[^@]+\../.test(email)) return
    const reply = await fetch('/sign-up/email-check', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ email, website: trap?.value ?? '' }),
    }).catch(() => undefined)
    if (!reply?.ok || !((await reply.json()) as { known: boolean }).known || checked !== email) return
    const link = Object.assign(document.createElement('a'), { href: '/sign-in', textContent: 'sign in' })
    place.replaceChildren('We may already have this address: ', link, '.')
  }
  field.addEventListener('blur', check)
  // The visitor may have left the field before this script loaded.
  if (field.value !== field.defaultValue && document.activeElement !== field) void check()
}
