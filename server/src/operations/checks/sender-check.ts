import dns from 'node:dns/promises'
import { withinTime } from '../../foundations/monitoring/within-time.ts'
import { attention, good, type Check } from './check.ts'

export const sender: Check = {
  name: 'sender',
  applies: ({ SMTP_URL, INSTITUTION_ADDRESS }) => SMTP_URL !== undefined && INSTITUTION_ADDRESS !== undefined,
  async run({ config: { institution, DKIM_SELECTOR } }) {
    const domain = institution.support_email.split('@')[1]!
    const parents = domain.split('.').map((_, index, labels) => labels.slice(index).join('.'))
    const records = {
      SPF: { names: [domain], prefix: 'v=spf1' },
      ...(DKIM_SELECTOR && { DKIM: { names: [`${DKIM_SELECTOR}._domainkey.${domain}`], prefix: '' } }),
      // A parent domain's record applies if the domain has none.
      DMARC: { names: parents.slice(0, -1).map((name) => `_dmarc.${name}`), prefix: 'v=DMARC1' },
    }
    const found = await Promise.all(
      Object.entries(records).map(async ([name, { names, prefix }]) => ({
        name,
        exists: await hasRecord(names, prefix),
      })),
    )
    const namesWith = (exists: boolean | null) =>
      found.filter((record) => record.exists === exists).map(({ name }) => name)
    const missing = namesWith(false)
    if (missing.length > 0)
      return attention(`${domain} has no ${missing.join(' and no ')} record: letters to many people end as spam.`, {
        remedy: 'docs/operating.md   Letters to lists',
        request: 'add the records of the mail server to the DNS',
      })
    const unknown = namesWith(null)
    return unknown.length > 0
      ? good(`The DNS does not say whether ${domain} has ${unknown.join(' and ')}.`)
      : good(`${domain} has ${namesWith(true).join(' and ')}.`)
  },
  failure: { message: 'The records of the sender could not be read', remedy: 'docs/operating.md   Letters to lists' },
}

/** Returns null if DNS does not answer. */
async function hasRecord(names: readonly string[], prefix: string): Promise<boolean | null> {
  const answers = await Promise.all(names.map((name) => withinTime(3000, readTexts(name)).catch(() => null)))
  if (answers.some((texts) => texts?.some((text) => text.startsWith(prefix)))) return true
  return answers.includes(null) ? null : false
}

async function readTexts(name: string): Promise<string[]> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')) return []
    throw error
  }
}
