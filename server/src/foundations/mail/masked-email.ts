/** An address as people see it who have not proven that it is theirs, to know their own by: `m•••@g•••.com` for `maria@gmail.com`. */
export function maskedEmail(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/su.exec(email) ?? ['', email]
  const [, host = domain, ending = ''] = /^(.*)(\.[^.]*)$/su.exec(domain) ?? []
  return `${initial(local)}•••@${initial(host)}•••${ending}`
}

function initial(text: string): string {
  return [...text][0] ?? ''
}
