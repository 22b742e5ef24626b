/** Masks an address so that only its owner recognizes it: `m•••@g•••.com` for `maria@gmail.com`. */
export function maskEmail(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/su.exec(email) ?? ['', email]
  const [, host = domain, ending = ''] = /^(.*)(\.[^.]*)$/su.exec(domain) ?? []
  return `${initialOf(local)}•••@${initialOf(host)}•••${ending}`
}

function initialOf(text: string): string {
  return [...text][0] ?? ''
}
