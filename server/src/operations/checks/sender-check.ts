import dns from 'node:dns/promises'
import { withinTime } from '../../foundations/monitoring/within-time.ts'
import { attention, good, type Check } from './check.ts'

/** The records by which mail servers believe that a letter is ours, where letters go to many people. */
export const sender: Check = {
  name: 'sender',
  applies: ({ SMTP_URL, INSTITUTION_ADDRESS }) => SMTP_URL !== undefined && INSTITUTION_ADDRESS !== undefined,
  async run({ config: { institution, DKIM_SELECTOR } }) {
    const domain = institution.support_email.split('@')[1]!
    const parents = domain.split('.').map((_, index, labels) => labels.slice(index).join('.'))
    const places = {
      SPF: { names: [domain], begins: 'v=spf1' },
      ...(DKIM_SELECTOR && { DKIM: { names: [`${DKIM_SELECTOR}._domainkey.${domain}`], begins: '' } }),
      // Without one of its own, that of the domain above counts.
      DMARC: { names: parents.slice(0, -1).map((name) => `_dmarc.${name}`), begins: 'v=DMARC1' },
    }
    const found = await Promise.all(
      Object.entries(places).map(async ([name, { names, begins }]) => ({ name, is: await isThere(names, begins) })),
    )
    const named = (is: boolean | null) => found.filter((one) => one.is === is).map(({ name }) => name)
    const missing = named(false)
    if (missing.length > 0)
      return attention(`${domain} has no ${missing.join(' and no ')} record: letters to many people end as spam.`, {
        remedy: 'docs/operating.md   Letters to lists',
        request: 'add the records of the mail server to the DNS',
      })
    const unanswered = named(null)
    return unanswered.length > 0
      ? good(`The DNS does not say whether ${domain} has ${unanswered.join(' and ')}.`)
      : good(`${domain} has ${named(true).join(' and ')}.`)
  },
  failure: { message: 'The records of the sender could not be read', remedy: 'docs/operating.md   Letters to lists' },
}

/** Null: the DNS does not answer. */
async function isThere(names: readonly string[], begins: string): Promise<boolean | null> {
  const answers = await Promise.all(names.map((name) => withinTime(3000, readTexts(name)).catch(() => null)))
  if (answers.some((texts) => texts?.some((text) => text.startsWith(begins)))) return true
  return answers.includes(null) ? null : false
}

/** The texts of a name; none where there is no such name. */
async function readTexts(name: string): Promise<string[]> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')) return []
    throw error
  }
}
