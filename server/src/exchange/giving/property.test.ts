import { expect, test, vi } from 'vitest'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { buildGivingStory, givingFile, jose, minh, peggy, siobhan } from './testing/giving-story.ts'
import { rounds, seed } from '../../../testing/soak.ts'

const start = '10-01'
const { preview, commit, gifts, resetGifts } = await buildGivingStory({ env: { FISCAL_YEAR_START: start } })
const people: Record<string, string> = {
  [jose]: 'B00000001',
  [siobhan]: 'B00000003',
  [peggy]: 'B00000004',
  [minh]: 'B00000005',
}
const ids = [...Object.keys(people), '0035e00000Nobod']
const today = '2024-11-20'
const dayNumber = Date.parse('2020-08-01') / 86_400_000
const days = Date.parse(today) / 86_400_000 - dayNumber + 1

function naive(onFile: string[], file: string[], from: string, to: string) {
  const isReplaced = (day: string): boolean => {
    const year = fiscalYear(fiscalYearOf(day, start), start)
    if (from > year.from || to < year.from) return false
    const isFinished = year.last < today
    return isFinished ? to >= year.last : Date.parse(today) - Date.parse(to) <= 45 * 86_400_000
  }
  const isRemoved = (day: string) => isReplaced(day) && day <= to
  const remaining = onFile.filter((gift) => !isRemoved(gift.slice(10)))
  const added = file
    .map((row) => row.split(' ') as [string, string])
    .filter(([id, day]) => people[id] && isRemoved(day) && day >= from)
    .map(([id, day]) => `${people[id]} ${day}`)
  const after = [...remaining, ...new Set(added)].toSorted()
  const givers = (among: string[], year: number) =>
    new Set(among.filter((gift) => fiscalYearOf(gift.slice(10), start) === year).map((gift) => gift.slice(0, 9))).size
  return { after, deleted: onFile.length - remaining.length, givers }
}

test('for any gifts on file, file and period, the preview and the commit follow the rules', async () => {
  const random = seededRandom(seed)
  const day = () => new Date((dayNumber + random(days)) * 86_400_000).toISOString().slice(0, 10)
  const pickEdge = () => {
    const { from, last } = fiscalYear(2021 + random(5), start)
    return [from, last, day()][random(3)]!
  }
  let replacedOnce = 0
  for (let round = 0; round < rounds(15, 200); round++) {
    vi.setSystemTime(Date.parse(`${today}T12:00:00Z`))
    const buids = Object.values(people)
    const onFile = Array.from({ length: random(25) }, () => `${buids[random(4)]} ${random(4) ? day() : pickEdge()}`)
    const file = Array.from({ length: 1 + random(25) }, () => `${ids[random(5)]} ${random(4) ? day() : pickEdge()}`)
    const [from, stated] = [pickEdge(), pickEdge()].toSorted() as [string, string]
    const to = stated < today ? stated : today
    await resetGifts(...onFile)
    const givingPreview = await preview(givingFile(...file), { coverage_start: from, coverage_end: stated })
    const rules = naive(onFile, file, from, to)
    expect([round, givingPreview.deletes]).toEqual([round, rules.deleted])
    expect(Object.values(givingPreview.rows).reduce((sum, number) => sum + number, 0)).toBe(2 * file.length)
    for (const { year, givers_before, givers_after, gifts_after } of givingPreview.years) {
      const ofYear = rules.after.filter((gift) => fiscalYearOf(gift.slice(10), start) === year)
      expect([year, givers_before, givers_after, gifts_after]).toEqual([
        year,
        rules.givers(onFile, year),
        rules.givers(rules.after, year),
        ofYear.length,
      ])
    }
    const replaces = givingPreview.years.some(({ is_replaced }) => is_replaced)
    const reply = await commit(givingPreview.id, { confirm_gap: true, confirm_loss: true })
    expect([round, reply.statusCode]).toEqual([round, replaces ? 200 : 422])
    expect(await gifts()).toEqual(replaces ? rules.after : onFile.toSorted())
    if (replaces) replacedOnce++
  }
  expect(replacedOnce).toBeGreaterThan(3)
})
