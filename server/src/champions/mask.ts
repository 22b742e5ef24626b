import type { Signup } from './find-signup.ts'

type Contact = Pick<Signup, 'email' | 'phone' | 'street'>

/** Contact data as somebody may see it who is not verified: enough to know one's own by, and no more. */
export function masked({ email, phone }: Contact): { email: string; phone: string | null; street: null } {
  return { email: maskedEmail(email), phone: phone && maskedPhone(phone), street: null }
}

/** `m•••@g•••.com` for `maria@gmail.com`. */
export function maskedEmail(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/su.exec(email) ?? ['', email]
  const [, host = domain, ending = ''] = /^(.*)(\.[^.]*)$/su.exec(domain) ?? []
  return `${initial(local)}•••@${initial(host)}•••${ending}`
}

/** `•••67`: the last two digits. */
function maskedPhone(phone: string): string {
  return `•••${phone.replace(/\D/g, '').slice(-2)}`
}

function initial(text: string): string {
  return [...text][0] ?? ''
}
