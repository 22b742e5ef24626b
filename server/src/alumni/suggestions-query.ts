import { recentDegree } from './recent-degree.ts'

/** The four names that a word may begin, as the view `folded_names` has them. */
const fields = ['last', 'first', 'preferred', 'former'] as const
type Field = (typeof fields)[number]
/** Which field each word begins, by the word's place. */
type Places = Partial<Record<Field, number>>

/**
 * The query for people of whom every word begins one name, at most `$1`, by last name, first name and id. Word n is the range
 * from `$2n+2` up to `$2n+3`; `lengths` are the words' lengths, which decide the index. Each way to give the words to the names
 * reads its own index in the order of the answer, so that no way reads much more than it returns.
 */
export function suggestionsQuery(lengths: readonly number[], others: readonly string[] = []): string {
  const ways = waysToPlace(lengths.length).map((places) => way(places, lengths))
  return `
    select a.buid, a.contact_id, a.prefix, a.first_name, a.preferred_name, a.middle_name, a.former_last_name, a.last_name, a.suffix,
      d.id as degree_id, d.major_desc, d.college_name, d.degree_code, d.degree_date::text
    from (${[...ways, ...others].map((branch) => `(${branch})`).join('\nunion\n')} order by last, first, id limit $1) found
    join alumni a using (id) left join lateral (${recentDegree}) d on true
    order by found.last, found.first, found.id`
}

const inOrder = 'order by last, first, id limit $1'

/** Every way to give n words a field each. */
function waysToPlace(words: number, places: Places = {}, word = 0): Places[] {
  if (word === words) return [places]
  return fields.filter((field) => places[field] === undefined).flatMap((field) => waysToPlace(words, { ...places, [field]: word }, word + 1))
}

function way(places: Places, lengths: readonly number[]): string {
  const leading = (['preferred', 'former', 'first'] as const).find((field) => places[field] !== undefined)
  const conditions = (of: readonly Field[]) => of.filter((field) => places[field] !== undefined).map((field) => isIn(field, places[field]!))
  if (!leading) return `select id, last, first from folded_names where ${conditions(['last']).join(' and ')} ${inOrder}`
  const group = groupFor(leading, lengths[places[leading]!]!)
  const rest = conditions(fields.filter((field) => field !== leading || group !== field))
  return inGroups(group, places[leading]!, rest)
}

/** The start of the name by which an index groups people: people of one group are in the order of the answer. */
function groupFor(field: 'preferred' | 'former' | 'first', length: number): string {
  if (field !== 'first') return `${field}2`
  return length <= 2 ? 'first2' : length <= 4 ? 'first4' : 'first'
}

/** The first people of each group that the word reaches, which are few: the two letters that begin with one, the full names that begin with five. */
function inGroups(group: string, word: number, conditions: string[]): string {
  const next = (after: string) => `select ${group} from folded_names where ${after} and ${group} < ${to(word)} order by ${group} limit 1`
  return `
    with recursive groups (start) as (
      (${next(`${group} >= ${startOf(group, word)}`)}) union all select (${next(`${group} > groups.start`)}) from groups where groups.start is not null
    ) select people.* from groups, lateral (
      select id, last, first from folded_names where ${[`${group} = groups.start`, ...conditions].join(' and ')} ${inOrder}
    ) people ${inOrder}`
}

/** A group of two letters holds the names that begin with a longer word too. */
function startOf(group: string, word: number): string {
  const letters = /\d$/.exec(group)?.[0]
  return letters ? `left(${from(word)}, ${letters})` : from(word)
}

const from = (word: number) => `$${word * 2 + 2}`
const to = (word: number) => `$${word * 2 + 3}`
const isIn = (field: Field, word: number) => `${field} >= ${from(word)} and ${field} < ${to(word)}`
