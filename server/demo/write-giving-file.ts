import { createWriteStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { giftCode, giftColumns } from '@alumni/shared/exchange/giving'
import { ownerSession } from '../src/foundations/database/session.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { readCursor } from './bulk.ts'
import type { CrmFileOptions } from './crm-file-options.ts'
import { crmIdAt } from './crm-ids.ts'
import { encodeCsv } from './csv.ts'
import { Random } from './random.ts'

type Gift = { crm_id: string; gift_date: string; donor: string }
type Options = Pick<CrmFileOptions, 'new' | 'bad' | 'omit' | 'seed' | 'encoding' | 'delimiter' | 'crlf'>

/**
 * Writes the gifts on file with donors and amounts, which the import drops. `new` gifts on another day and `bad` gifts
 * of unknown people are percentages of the gifts on file.
 */
export async function writeGivingFile(
  ownerUrl: string,
  options: Options,
  target: string | Writable,
): Promise<Record<'rows' | 'new' | 'bad', number>> {
  const counts = { rows: 0, new: 0, bad: 0 }
  return withClient({ connectionString: ownerUrl, options: ownerSession }, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await pipeline(
      Readable.from(encodeCsv(rowsOf(client, options, counts), options), { objectMode: false }),
      typeof target === 'string' ? createWriteStream(target) : target,
    )
    return counts
  })
}

async function* rowsOf(
  client: pg.Client,
  { new: fresh = 0, bad = 0, omit = 0, seed = 1 }: Options,
  counts: Record<'rows' | 'new' | 'bad', number>,
): AsyncGenerator<string[]> {
  const random = new Random(seed, 40)
  const row = ({ crm_id, gift_date, donor }: Gift) => {
    const amount = `$${random.whole(1, 5000).toLocaleString('en-US')}.00`
    return [`G-${String(++counts.rows).padStart(7, '0')}`, crm_id, donor, gift_date, amount]
  }
  yield ['Gift ID', giftColumns.crm_id, 'Donor', giftColumns.gift_date, 'Gift Amount']
  const gifts = readCursor<Gift>(
    client,
    'gifts_on_file',
    `select crm_id, engagement_date::text as gift_date, concat_ws(' ', first_name, last_name) as donor
     from engagements join alumni using (buid) where activity_code = '${giftCode}' and crm_id is not null order by engagement_date, buid`,
  )
  for await (const gift of gifts) {
    if (!random.chance(omit / 100)) yield row(gift)
    if (random.chance(fresh / 100)) {
      counts.new++
      yield row({ ...gift, gift_date: `${gift.gift_date.slice(0, 8)}${String(random.whole(1, 28)).padStart(2, '0')}` })
    }
    if (random.chance(bad / 100)) {
      counts.bad++
      yield row({ ...gift, crm_id: crmIdAt(90_000_000 + counts.bad), donor: 'Nobody on file' })
    }
  }
}
